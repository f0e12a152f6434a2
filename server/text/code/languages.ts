/** What a fence's label names: the language as it is said, and how its lines are told apart. */
import type { Family } from './families.ts';

export interface Language {
  /** Undefined where the fence names none. */
  name: string | undefined;
  family: Family;
}

/** Name, family, then every label it goes by (lower case). */
const table: readonly [name: string, family: Family, labels: string][] = [
  ['TypeScript', 'script', 'ts typescript mts cts'],
  ['TSX', 'script', 'tsx'],
  ['JavaScript', 'script', 'js javascript mjs cjs node'],
  ['JSX', 'script', 'jsx'],
  ['Python', 'python', 'py python py3 python3 pyi'],
  ['Python session', 'python', 'pycon'],
  ['Shell', 'shell', 'sh shell zsh ksh'],
  ['Bash', 'shell', 'bash'],
  ['Fish', 'shell', 'fish'],
  ['Console', 'shell', 'console shell-session shellsession terminal session'],
  ['PowerShell', 'shell', 'ps1 powershell pwsh psm1'],
  ['Batch', 'batch', 'bat batch cmd dos'],
  ['C', 'c', 'c h'],
  ['C plus plus', 'c', 'cpp c++ cc cxx hpp hh hxx'],
  ['C sharp', 'blocks', 'cs c# csharp'],
  ['F sharp', 'ml', 'fs f# fsharp fsx'],
  ['Java', 'blocks', 'java'],
  ['Kotlin', 'blocks', 'kt kotlin kts'],
  ['Scala', 'blocks', 'scala sc'],
  ['Swift', 'blocks', 'swift'],
  ['Groovy', 'blocks', 'groovy gradle'],
  ['Dart', 'blocks', 'dart'],
  ['Go', 'script', 'go golang'],
  ['Rust', 'rust', 'rs rust'],
  ['Zig', 'rust', 'zig'],
  ['PHP', 'script', 'php'],
  ['Objective C', 'c', 'objc objective-c objectivec mm'],
  ['Solidity', 'c', 'sol solidity'],
  ['G L S L', 'c', 'glsl hlsl wgsl'],
  ['CUDA', 'c', 'cuda cu'],
  ['Verilog', 'c', 'v verilog sv systemverilog'],
  ['Protocol Buffers', 'c', 'proto protobuf'],
  ['GraphQL', 'config', 'graphql gql'],
  ['Ruby', 'ruby', 'rb ruby erb'],
  ['Crystal', 'ruby', 'cr crystal'],
  ['Elixir', 'python', 'ex exs elixir'],
  ['Perl', 'ruby', 'pl perl pm'],
  ['R', 'ruby', 'r rscript'],
  ['Julia', 'python', 'jl julia'],
  ['Nim', 'python', 'nim'],
  ['Lua', 'dashes', 'lua'],
  ['Haskell', 'dashes', 'hs haskell'],
  ['Elm', 'dashes', 'elm'],
  ['Ada', 'dashes', 'ada adb'],
  ['OCaml', 'ml', 'ml ocaml mli'],
  ['Clojure', 'lisp', 'clj clojure cljs edn'],
  ['Lisp', 'lisp', 'lisp cl commonlisp el elisp emacs-lisp'],
  ['Scheme', 'lisp', 'scheme scm rkt racket'],
  ['SQL', 'sql', 'sql postgres postgresql pgsql mysql sqlite plsql tsql'],
  ['HTML', 'markup', 'html htm xhtml'],
  ['XML', 'markup', 'xml xsd xsl xslt plist csproj'],
  ['SVG', 'markup', 'svg'],
  ['Vue', 'markup', 'vue'],
  ['Svelte', 'markup', 'svelte'],
  ['Astro', 'markup', 'astro'],
  ['CSS', 'css', 'css'],
  ['SCSS', 'css', 'scss sass less'],
  ['JSON', 'json', 'json jsonc json5 jsonl ndjson'],
  ['YAML', 'config', 'yaml yml'],
  ['TOML', 'config', 'toml'],
  ['INI', 'config', 'ini cfg conf properties editorconfig'],
  ['Environment', 'config', 'env dotenv'],
  ['Nginx', 'config', 'nginx'],
  ['Dockerfile', 'config', 'dockerfile docker containerfile'],
  ['Makefile', 'shell', 'make makefile mk'],
  ['CMake', 'config', 'cmake'],
  ['Terraform', 'config', 'tf hcl terraform'],
  ['Nix', 'config', 'nix'],
  ['Assembly', 'lisp', 'asm assembly nasm s'],
  ['LaTeX', 'percent', 'tex latex'],
  ['Matlab', 'percent', 'matlab octave'],
  ['Erlang', 'percent', 'erl erlang'],
  ['Prolog', 'percent', 'prolog'],
  ['Visual Basic', 'basic', 'vb vba vbnet'],
  ['Markdown', 'plain', 'md markdown mdx'],
  ['Mermaid', 'percent', 'mermaid'],
  ['Diff', 'diff', 'diff patch'],
  ['Text', 'text', 'text txt plain plaintext log output'],
];

const byLabel = new Map(
  table.flatMap(([name, family, labels]) =>
    labels.split(' ').map((label): [string, Language] => [label, { name, family }]),
  ),
);

/** How many labels are known, for a test of the table. */
export const knownLabels = [...byLabel.keys()];

/** Longer than any name of a language. */
const longestLabel = 40;

/** @param info what stands behind the fence: "ts", "ts title=x", "12:20:src/main.ts", `{.python}` */
export function languageOf(info: string): Language {
  const label = /^[^\p{L}\p{N}]*([\p{L}\p{N}][^\s,{}"'=]*)/u.exec(info.slice(0, 200))?.[1];
  if (label === undefined) return { name: undefined, family: 'plain' };
  const bare = label.toLowerCase().replace(/^(?:language|lang)-/, '');
  const known = byLabel.get(bare);
  if (known) return known;
  // A path instead of a language.
  const ofFile = languageOfFile(bare);
  if (ofFile) return ofFile;
  return { name: label.slice(0, longestLabel), family: 'plain' };
}

/** @returns the language of a file by its ending, or by its name */
export function languageOfFile(path: string): Language | undefined {
  const name = path
    .toLowerCase()
    .split(/[/\\:]/)
    .at(-1)!;
  return byLabel.get(name.slice(name.lastIndexOf('.') + 1));
}
