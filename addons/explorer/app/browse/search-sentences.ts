/**
 * Sentences about a search: the types that it leaves out, and the words that it read as other words.
 */
import { isObject, type JsonObject, readList, readObject, readText } from '../model/resource.js';

/** @returns a sentence about the types that a search of all types leaves out; empty if it leaves out none */
export function describeSearchedTypes(searchedTypes: readonly string[], allTypes: readonly string[]): string {
  const unsearchedTypes = allTypes.filter((name) => !searchedTypes.includes(name));
  if (unsearchedTypes.length === 0) return '';
  const leftOut = `${unsearchedTypes.join(', ')} ${unsearchedTypes.length === 1 ? 'has' : 'have'} no searched fields`;
  return `Searched types: ${searchedTypes.join(', ')}. ${leftOut}.`;
}

const quoteWords = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ');

/**
 * @param meta `meta` of an answer
 * @returns a sentence for each word of the search that matched other words only, such as a corrected typing mistake, and for
 *          each word that was found as a part of compounds
 */
export function describeReadWords(meta: JsonObject): readonly string[] {
  const sentences: string[] = [];
  for (const entry of readList(readObject(meta, 'search'), 'words').filter(isObject)) {
    const word = readText(entry, 'word');
    const matches = readList(entry, 'matches').map(String);
    // A match that begins with the word is the word itself or its completion.
    const isFound = matches.some((match) => match.startsWith(word));
    const compounds = matches.filter((match) => match.includes(word) && !match.startsWith(word));
    if (compounds.length > 0)
      sentences.push(`“${word}” is ${isFound ? 'also ' : ''}a part of ${quoteWords(compounds)}.`);
    else if (matches.length > 0 && !isFound) sentences.push(`“${word}” was read as ${quoteWords(matches)}.`);
  }
  return sentences;
}
