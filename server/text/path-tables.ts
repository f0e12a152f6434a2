/** What paths are known by. */

const words = (list: string) => new Set(list.split(' '));

/** Extensions, lower case: what makes `a/b.ts` a path. */
export const extensions = words(
  'ts tsx mts cts js jsx mjs cjs json json5 jsonl jsonc map vue svelte astro html htm xhtml css scss ' +
    'sass less md mdx markdown rst txt text log csv tsv xml svg png jpg jpeg gif webp avif ico bmp ' +
    'tif tiff psd pdf doc docx xls xlsx ppt pptx odt ods rtf epub py pyi pyc ipynb rb erb php pl pm ' +
    'lua r jl go rs java kt kts scala groovy gradle class jar war c h cc cpp cxx hh hpp hxx m mm ' +
    'swift cs csproj sln vb fs fsx fsproj dart ex exs erl hrl clj cljs edn hs lhs ml mli elm nim zig v sv ' +
    'sh bash zsh fish ps1 psm1 psd1 bat cmd awk sed sql sqlite db ddl graphql gql proto thrift avsc ' +
    'yaml yml toml ini cfg conf config env properties plist lock tf tfvars hcl nix dockerfile mk ' +
    'cmake ninja bazel bzl bin exe dll so dylib a o obj lib wasm wat node msi deb rpm dmg pkg apk ' +
    'ipa iso img zip tar gz tgz bz2 xz zst 7z rar wav mp3 ogg opus flac m4a aac mid mp4 mkv webm ' +
    'mov avi srt vtt ttf otf woff woff2 eot onnx pt pth gguf safetensors npz npy pkl parquet pem crt ' +
    'cer key pub csr p12 pfx gpg asc sig diff patch bak tmp swp old orig pid sock snap tpl tmpl ' +
    'ejs hbs mustache pug jinja j2 tex bib sty org adoc service desktop reg lnk url vtx frag vert glsl hlsl ' +
    'vcxproj props targets resx xaml razor cshtml d.ts',
);

/** Files without an extension, for `Makefile:12`. */
export const bareFiles = words(
  'Makefile Dockerfile Containerfile Jenkinsfile Vagrantfile Procfile Gemfile Rakefile Brewfile Justfile ' +
    'justfile makefile CMakeLists LICENSE README CHANGELOG CODEOWNERS',
);

/** A single part after a slash that is a folder, no command (`/help`). */
export const rootFolders = words(
  'bin boot dev etc home lib lib64 media mnt opt proc root run sbin srv sys tmp usr var Users Applications ' +
    'Library System Volumes',
);

/** First folders by which a path without extension is known; `sure` ones with one part more. */
export const sureFolders = words(
  'src docs dist node_modules packages tests __tests__ scripts e2e conformance vendor third_party',
);
export const projectFolders = words(
  'server client shared lib libs app apps page pages test spec specs public assets components ' +
    'internal cmd pkg examples tools build include target models utils config configs api core ' +
    'modules plugins services crates web www static styles hooks types migrations fixtures ' +
    'resources templates bin etc usr var tmp home opt origin',
);

/** Windows folders by which `a\b` is known. */
export const windowsFolders = words('appdata programdata users windows system32 local roaming');

/** Leading folders that `short` leaves out, besides the drive and the home; lower case. */
export const commonFolders = words('appdata local roaming programdata');
/** A leading folder with the user's name below it; lower case. */
export const homeFolders = words('users home');
/** Variables and `~` that stand for such folders; lower case. */
export const homeVariables = words(
  'home userprofile appdata localappdata programdata homepath homedrive',
);

/** In inline code too, these are no paths. */
export const slashPhrases = words(
  'and/or he/she she/he his/her him/her yes/no true/false on/off read/write input/output tcp/ip ' +
    'ci/cd client/server request/response success/failure pass/fail start/stop enable/disable',
);
export const mediaTypes = words(
  'application text image audio video multipart font message model chemical',
);
