/**
 * How a project depends on stele.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { packageRoot } from '../../format/files/index.js';
import { isRecord } from '../../format/index.js';
import { packageVersion } from '../package.js';

/** @returns npm's own note of what it has put there; undefined for a checkout, and for what is installed globally */
async function noted(modules: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const note = await readFile(join(modules, '.package-lock.json'), 'utf8').catch(() => '{}');
  const { packages }: { packages?: unknown } = JSON.parse(note);
  const entry = isRecord(packages) ? packages['node_modules/stele'] : undefined;
  return isRecord(entry) ? entry : undefined;
}

/**
 * On what it was installed from, as a registry may know the name for something else; what came in a way that is not known
 * is depended on where it lies.
 *
 * @param folder of the project
 */
export async function dependencyFrom(folder: string, root = packageRoot()): Promise<string> {
  const modules = dirname(root);
  const { resolved } = (await noted(modules)) ?? { resolved: `file:${root}` };
  // npm may be told to note no addresses of a registry.
  if (typeof resolved !== 'string' || resolved.includes('/stele/-/stele-')) return `^${packageVersion()}`;
  if (!resolved.startsWith('file:')) return resolved;
  const path = resolve(dirname(modules), resolved.slice('file:'.length));
  return `file:${relative(resolve(folder), path).split(sep).join('/')}`;
}
