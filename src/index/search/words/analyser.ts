/**
 * Which rules make words of texts: a text that is asked for must be cut as the texts of the index were, or it finds
 * nothing where there is something.
 *
 * The rules are ours (words, language), the Unicode tables of this Node, and the libraries that cut, stem and know stop
 * words. All three stand in the version.
 */

/** To be raised whenever `words` or `language` give other words, stems or stop words for any text. */
const RULES = 3;

/** Exact, as package.json asks for them; a test compares these with what is installed. */
export const ANALYSER_LIBRARIES: Readonly<Record<string, string>> = {
  '@orama/stemmers': '3.1.18',
  '@orama/stopwords': '3.1.18',
  flexsearch: '0.8.212',
  porter2: '1.1.0',
};

/** @param unicode version of the tables, such as `17.0`; undefined in a Node without them */
export function analyserVersion(unicode: string | undefined): string {
  const libraries = Object.entries(ANALYSER_LIBRARIES).map(([name, version]) => `${name} ${version}`);
  return [`rules ${RULES}`, `Unicode ${unicode ?? 'none'}`, ...libraries].join(', ');
}

/** Of this process. */
export const ANALYSER_VERSION = analyserVersion(process.versions['unicode']);
