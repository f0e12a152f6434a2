/** Names after which a number is a version, lower case. */
export const versioned = new Set(
  (
    'version versions v ver release releases node node.js nodejs npm pnpm yarn bun deno python python3 pypy pip java jdk jre kotlin scala ' +
    'go golang rust rustc cargo typescript tsc javascript ecmascript react vue angular svelte next next.js nuxt vite vitest ' +
    'jest webpack rollup rolldown esbuild eslint prettier babel electron express nestjs django flask rails ruby php laravel ' +
    'symfony perl lua swift xcode dart flutter elixir erlang haskell ghc zig julia gcc clang llvm cmake make gradle maven bazel ' +
    'ubuntu debian fedora alpine centos rhel linux kernel macos ios ipados android chrome chromium firefox safari edge opera ' +
    'postgres postgresql mysql mariadb sqlite redis mongodb elasticsearch kafka nginx apache docker kubernetes k8s helm terraform ' +
    'ansible git numpy scipy pandas pytorch tensorflow keras jax cuda cudnn onnx onnxruntime openssl openssh glibc musl ' +
    'tls ssl http usb bluetooth wifi opengl vulkan hdmi unicode openapi swagger protocol api schema spec zod prisma ' +
    'tailwind bootstrap jquery lit playwright cypress selenium storybook claude gpt gemini llama opus sonnet haiku ' +
    'sonara runtime upgrade bump bumped upgraded'
  ).split(' '),
);
