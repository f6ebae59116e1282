/**
 * What the bundlers share: where libraries are, and the licences of those that a bundle contains.
 *
 * Libraries are those of node_modules, or where they are not installed, those that `npm exec` has put before all others
 * on the path of programs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join, resolve } from 'node:path';

export const root = import.meta.dirname;
export const libraries = [
  join(root, 'node_modules'),
  ...(process.env.PATH ?? process.env.Path ?? '')
    .split(delimiter)
    .filter((path) => basename(path) === '.bin')
    .map((path) => dirname(path)),
];
const require = createRequire(import.meta.url);
export const required = (name) => require(require.resolve(name, { paths: libraries.map((path) => dirname(path)) }));
export const { buildSync } = required('esbuild');

const isLicence = (name) => /^(licen[cs]es?|notice|copying)/i.test(name);

/** @returns the files of a package that say what its users must be told, those in a folder of licences too */
function licenceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => isLicence(name))
    .flatMap((entry) =>
      entry.isDirectory() ? readdirSync(join(folder, entry.name)).map((name) => `${entry.name}/${name}`) : entry.name,
    )
    .sort();
}

/**
 * @param metafile the bundler's list of what a bundle was made of
 * @param folder   to which its paths are relative
 * @returns        name, version and licence of each package of it, with all texts. @throws where one has none
 */
export function licencesOf(metafile, folder) {
  const marker = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
  const folders = Object.keys(metafile.inputs).flatMap((path) => marker.exec(path.replaceAll('\\', '/'))?.[0] ?? []);
  const texts = [...new Set(folders)].map((path) => {
    const at = resolve(folder, path);
    const { name, version, license } = JSON.parse(readFileSync(join(at, 'package.json'), 'utf8'));
    const files = licenceFiles(at);
    if (files.length === 0) throw new Error(`${name} ${version} has no licence that could be bundled with it`);
    const parts = files.map((file) => `${file}:\n\n${readFileSync(join(at, file), 'utf8').trim()}\n`);
    return `${name} ${version}, ${license}\n\n${parts.join('\n')}`;
  });
  return [...new Set(texts)].sort().join(`\n${'-'.repeat(80)}\n\n`);
}
