/**
 * The tools of `test/system/deploy/tools`, which `npm run deploy:install` installs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isThere } from '../../../../testing/is-there.js';

const folder = new URL('.', import.meta.url);
const require = createRequire(new URL('package.json', folder));

/** Whether they are installed; says so where not. */
export const areToolsThere = (): boolean =>
  isThere(
    existsSync(new URL('node_modules/kubernetes-models', folder)),
    'The tools that check deploy/ are not installed, so its files are not checked against them: npm run deploy:install.',
  );

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

interface Model {
  /** @throws Error that names what is wrong */
  validate(): void;
}

/** @returns what the schema of its kind says of a manifest; undefined where it fits. Fields that are not known are passed over. */
export async function schemaFault(manifest: Manifest): Promise<string | undefined> {
  const { apiVersion, kind } = manifest;
  const module = new URL(`node_modules/kubernetes-models/${apiVersion}/${kind}.js`, folder);
  const kinds: Readonly<Record<string, new (data: Manifest) => Model>> = await import(module.href);
  const Kind = kinds[kind];
  if (Kind === undefined) return `there is no ${kind} in ${apiVersion}`;
  try {
    new Kind(manifest).validate();
    return undefined;
  } catch (error) {
    return String(error);
  }
}

const compiler = fileURLToPath(new URL('../../../../node_modules/typescript/bin/tsc', folder));
const strict = [
  '--ignoreConfig',
  '--noEmit',
  '--strict',
  '--skipLibCheck',
  '--module',
  'nodenext',
  '--target',
  'es2022',
  '--types',
  '',
];

/**
 * @param scratch an empty folder
 * @returns what the compiler says of manifests as literals of their types: such a literal may have no field that is not known
 */
export function unknownFields(manifests: readonly Manifest[], scratch: string): string {
  symlinkSync(fileURLToPath(new URL('node_modules', folder)), join(scratch, 'node_modules'));
  const files = manifests.map((manifest, index) => {
    const { apiVersion, kind } = manifest;
    const file = join(scratch, `manifest-${index}.ts`);
    const type = `import type { I${kind} } from 'kubernetes-models/${apiVersion}/${kind}';`;
    writeFileSync(file, `${type}\nexport const manifest: I${kind} = ${JSON.stringify(manifest, undefined, 1)};\n`);
    return file;
  });
  return spawnSync(process.execPath, [compiler, ...strict, ...files], { encoding: 'utf8' }).stdout;
}

interface Diagnostic {
  readonly message: string;
  readonly range: { readonly start: { readonly line: number } };
}

/** @returns what a linter says of a Containerfile, by line, from 1 */
export function lintContainerfile(text: string): readonly string[] {
  const { validate }: { validate: (content: string) => readonly Diagnostic[] } = require('dockerfile-utils');
  return validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`);
}

interface Tree {
  iterate(visitor: { enter: (node: { readonly type: { readonly isError: boolean } }) => void }): void;
}

/** @returns whether Prometheus' grammar has such a query */
export async function isPromQl(expression: string): Promise<boolean> {
  const { parser }: { parser: { parse: (text: string) => Tree } } = await import(
    require.resolve('@prometheus-io/lezer-promql')
  );
  let isWhole = true;
  parser.parse(expression).iterate({
    enter: ({ type }) => {
      if (type.isError) isWhole = false;
    },
  });
  return isWhole;
}
