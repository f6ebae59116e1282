/**
 * Version of the analyser, which cuts texts into words: our own rules, the Unicode tables of Node, and the libraries used.
 *
 * A query must be cut by the same rules as the indexed texts, or it misses stored words.
 */

/**
 * Raise it whenever the folders `words` or `markdown` return other words, stems or stop words for any text, or positions of words are
 * stored in another form.
 */
const RULES = 8;

/** Exact versions, as in package.json; a test compares them with the installed ones. */
export const ANALYSER_LIBRARIES: Readonly<Record<string, string>> = {
  '@orama/stemmers': '3.1.18',
  '@orama/stopwords': '3.1.18',
  entities: '9.0.0',
  flexsearch: '0.8.212',
  porter2: '1.1.0',
};

/** @param unicode version of the tables, for example `17.0`; undefined if Node has none */
export function analyserVersion(unicode: string | undefined): string {
  const libraries = Object.entries(ANALYSER_LIBRARIES).map(([name, version]) => `${name} ${version}`);
  return [`rules ${RULES}`, `Unicode ${unicode ?? 'none'}`, ...libraries].join(', ');
}

/** Version of the analyser in this process. */
export const ANALYSER_VERSION = analyserVersion(process.versions['unicode']);
