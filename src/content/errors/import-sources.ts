/**
 * Sources of `stele import` by the names of files, for error messages about an input or a folder of another kind.
 *
 * Contents are not read. Elsewhere: the sources themselves, which say what they expect (addons/import).
 */

/** Pattern of a file's name, and the sources that may read the file. The first pattern that matches counts. */
const SOURCES_BY_NAME: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.(?:csv|tsv)(?:\.gz)?$/i, ['csv']],
  [/\.mdx?$/i, ['markdown']],
  [/\.(?:tar\.gz|tgz|tar)$/i, ['sanity', 'strapi']],
  [/\.(?:xml|wxr)$/i, ['wordpress']],
  [/\.(?:ndjson|jsonl)(?:\.gz)?$/i, ['json', 'sanity']],
  [/\.json(?:\.gz)?$/i, ['json', 'contentful']],
];

/** Names of files that only the export of one system has. */
const SOURCES_BY_FOLDER: readonly (readonly [string, string])[] = [
  ['collections.json', 'directus'],
  ['entities', 'strapi'],
];

/** @returns the sources that may read a folder with these files; none if no name is known */
export function sourcesOfFolder(names: readonly string[]): readonly string[] {
  const named = SOURCES_BY_FOLDER.find(([name]) => names.includes(name));
  if (named !== undefined) return [named[1]];
  return SOURCES_BY_NAME.find(([pattern]) => names.some((name) => pattern.test(name)))?.[1] ?? [];
}

/** @returns the sources that may read a file of this name; none if its ending is not known */
export const sourcesOfFile = (name: string): readonly string[] =>
  SOURCES_BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? [];
