/**
 * Compiles snippets with the types of the bookshop and with the library's declarations.
 */
import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ContentModel } from '../../../../src/content/model/index.js';
import type { KnownValues } from '../../../../src/index/snapshot/index.js';
import { compiled as program } from '../../../../testing/cli/stele.js';
import { writeContentTypes } from '../../index.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));

/**
 * @param folder          an empty one
 * @param compilerOptions in addition to strict ones
 * @returns               what the compiler says: nothing where all is right
 */
export function compiled(
  folder: string,
  model: ContentModel,
  files: Readonly<Record<string, string>>,
  knownValues?: ReadonlyMap<string, KnownValues>,
  compilerOptions: Readonly<Record<string, unknown>> = {},
): string {
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'content.ts'), writeContentTypes(model, { knownValues, hasConstants: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const options = {
    compilerOptions: {
      target: 'es2023',
      lib: ['es2024', 'dom'],
      module: 'nodenext',
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      skipLibCheck: true,
      types: ['node'],
      paths: {
        stele: [program('src/client/library/index.js').replace(/js$/, 'd.ts')],
        'stele/client': [program('src/client/http/index.js').replace(/js$/, 'd.ts')],
      },
      ...compilerOptions,
    },
    files: ['content.ts', ...Object.keys(files)],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '--project', folder], { cwd: folder, encoding: 'utf8' });
  return stdout + stderr;
}
