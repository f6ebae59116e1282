/**
 * How a project depends on stele.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { packageRoot } from '../../format/files/index.js';
import { packageVersion } from '../package.js';

interface Lock {
  readonly packages?: Readonly<Record<string, { readonly resolved?: string }>>;
}

/**
 * On what it was installed from, as a registry may know the name for something else; what came in a way that is not known
 * is depended on where it lies.
 *
 * @param folder of the project
 */
export async function dependencyFrom(folder: string, root = packageRoot()): Promise<string> {
  const modules = dirname(root);
  // npm's own note of what it has put there. There is none for a checkout, nor for what is installed globally.
  const note = await readFile(join(modules, '.package-lock.json'), 'utf8').catch(() => '{}');
  const { packages }: Lock = JSON.parse(note);
  const { resolved } = packages?.['node_modules/stele'] ?? { resolved: `file:${root}` };
  // npm may be told to note no addresses of a registry.
  if (resolved === undefined || resolved.includes('/stele/-/stele-')) return `^${packageVersion()}`;
  if (!resolved.startsWith('file:')) return resolved;
  const path = resolve(dirname(modules), resolved.slice('file:'.length));
  return `file:${relative(resolve(folder), path).split(sep).join('/')}`;
}
