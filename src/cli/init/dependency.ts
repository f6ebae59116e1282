/**
 * The dependency on stele in the package.json of a new project.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { packageRoot } from '../../format/files/index.js';
import { packageVersion } from '../package.js';

interface Lock {
  readonly packages?: Readonly<Record<string, { readonly resolved?: string }>>;
}

/**
 * Refers to the source that this stele was installed from: in a registry the name may be another package's.
 *
 * @param folder folder of the project
 * @param root   folder of this package
 * @returns      a version range, a URL, or `file:` with a relative path if the source is unknown
 */
export async function dependencySpec(folder: string, root = packageRoot()): Promise<string> {
  const modules = dirname(root);
  // npm records the source of each package in this file. A checkout and a global installation have none.
  const installNote = await readFile(join(modules, '.package-lock.json'), 'utf8').catch(() => '{}');
  const { packages }: Lock = JSON.parse(installNote);
  const { resolved } = packages?.['node_modules/stele'] ?? { resolved: `file:${root}` };
  // npm can be configured to record no registry addresses.
  if (resolved === undefined || resolved.includes('/stele/-/stele-')) return `^${packageVersion()}`;
  if (!resolved.startsWith('file:')) return resolved;
  const path = resolve(dirname(modules), resolved.slice('file:'.length));
  return `file:${relative(resolve(folder), path).split(sep).join('/')}`;
}
