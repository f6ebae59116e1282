/**
 * The files of the package, as `npm pack` reads them from package.json.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listAt } from './jsonapi-schema/index.js';

/** @param root of a checkout that was compiled. @returns paths from there */
export function packageFiles(root: string): readonly string[] {
  const filesOf = (path: string): readonly string[] =>
    statSync(join(root, path)).isDirectory()
      ? readdirSync(join(root, path)).flatMap((name) => filesOf(`${path}/${name}`))
      : [path];
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return (
    ['package.json', 'README.md', 'LICENSE', ...listAt(manifest, 'files').map(String)]
      // The page of an add-on that was removed.
      .filter((path) => !path.startsWith('addons/') || existsSync(join(root, path)))
      .flatMap(filesOf)
  );
}
