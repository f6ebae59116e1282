/**
 * How a project depends on stele.
 */
import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { packageRoot } from '../../format/files/index.js';
import { isRecord } from '../../format/index.js';
import { packageVersion } from '../package.js';

/** @returns npm's own note of where it has this package from; undefined for a checkout, and what npm installs globally */
async function installedFrom(modules: string): Promise<string | undefined> {
  const note = await readFile(join(modules, '.package-lock.json'), 'utf8').catch(() => '{}');
  const { packages }: { packages?: unknown } = JSON.parse(note);
  const entry = isRecord(packages) ? packages['node_modules/stele'] : undefined;
  return isRecord(entry) && typeof entry['resolved'] === 'string' ? entry['resolved'] : undefined;
}

/**
 * On what it was installed from, as a registry may know the name for something else; what came in a way that is not known
 * is depended on where it lies.
 *
 * @param folder of the project
 */
export async function dependencyFrom(folder: string, root = packageRoot()): Promise<string> {
  const modules = dirname(root);
  const from = (await installedFrom(modules)) ?? `file:${root}`;
  if (from.includes('/stele/-/stele-')) return `^${packageVersion()}`;
  if (!from.startsWith('file:')) return from;
  const path = resolve(dirname(modules), from.slice('file:'.length));
  return `file:${relative(resolve(folder), path).split(sep).join('/')}`;
}
