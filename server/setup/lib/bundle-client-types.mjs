// The types of `sonara/client`, for publishing: dist/client/index.d.mts and what it imports. Takes the
// compiler two seconds, so only `npm pack` (prepack) does it, never a start.
// The request fields come from the schemas; they are written out, so that nobody needs the schema library.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const entry = 'shared/client/index.ts';
/** Where the schemas are: of these files only inferred types are used. */
const schemas = [
  'shared/protocol/fields.ts',
  'shared/protocol/history.ts',
  'shared/protocol/requests.ts',
  'shared/protocol/channel-requests.ts',
  'shared/protocol/agent-requests.ts',
  'shared/protocol/settings.ts',
  'shared/protocol/summaries-setting.ts',
];

/**
 * @param {string} root absolute root of the checkout
 * @param {string} [folder] where `index.d.mts` goes
 */
export async function bundleClientTypes(root, folder = join(root, 'dist/client')) {
  const { default: ts } = await import('typescript');
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const program = ts.createProgram([join(root, entry)], {
    ...options,
    types: ['node'],
    composite: false,
    incremental: false,
    rootDir: root,
    stripInternal: true,
  });
  const checker = program.getTypeChecker();
  const types = join(folder, 'types');
  rmSync(types, { recursive: true, force: true });
  for (const file of program.getSourceFiles()) {
    const name = relative(root, file.fileName).replaceAll('\\', '/');
    if (!name.startsWith('shared/') || schemas.includes(name)) continue;
    program.emit(
      file,
      (_, text) => write(join(types, name.replace(/\.ts$/, '.d.mts')), withoutTsNames(text)),
      undefined,
      true,
      { afterDeclarations: [writeOutSchemaTypes(ts, checker)] },
    );
  }
  write(
    join(folder, 'index.d.mts'),
    `export * from './types/${entry.replace(/\.ts$/, '.mjs')}';\n`,
  );
}

/** A transformer: where a type of the schemas is named, the type itself; no import of the schemas. */
function writeOutSchemaTypes(ts, checker) {
  const { NoTruncation, InTypeAlias } = ts.NodeBuilderFlags;
  return (context) => (file) => {
    const original = ts.getOriginalNode(file).getSourceFile();
    const imports = original.statements.filter(
      (node) => ts.isImportDeclaration(node) && isSchema(original, node),
    );
    // They are namespaces all: `requests.Speak`.
    const names = imports.map((node) => node.importClause.namedBindings.name.text);
    if (names.length === 0) return file;
    const uses = new RegExp(`\\b(${names.join('|')})\\.`);
    const visit = (node) => {
      if (ts.isImportDeclaration(node) && isSchema(original, node)) return undefined;
      if (ts.isTypeAliasDeclaration(node) && node.name.text === 'Input') return undefined;
      if (ts.isTypeReferenceNode(node)) {
        const source = ts.getOriginalNode(node);
        if (uses.test(source.getText(original))) {
          const type = checker.getTypeFromTypeNode(source);
          return checker.typeToTypeNode(type, undefined, NoTruncation | InTypeAlias);
        }
      }
      return ts.visitEachChild(node, visit, context);
    };
    return ts.visitNode(file, visit);
  };
}

function isSchema(file, { moduleSpecifier }) {
  const target = join(dirname(file.fileName), moduleSpecifier.text).replaceAll('\\', '/');
  return schemas.some((name) => target.endsWith(`/${name}`));
}

function withoutTsNames(text) {
  return text.replaceAll(/(from\s+|import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.mjs$2');
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  await bundleClientTypes(resolve(dirname(fileURLToPath(import.meta.url)), '../../..'));
}
