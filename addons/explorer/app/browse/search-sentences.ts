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

/**
 * @param meta `meta` of an answer
 * @returns a sentence for each word of the search that matched only other words: a typing mistake or another form
 */
export function describeReadWords(meta: JsonObject): readonly string[] {
  const sentences: string[] = [];
  for (const entry of readList(readObject(meta, 'search'), 'words').filter(isObject)) {
    const word = readText(entry, 'word');
    const matches = readList(entry, 'matches').map(String);
    // A match that begins with the word is the word itself or its completion.
    if (matches.length === 0 || matches.some((match) => match.startsWith(word))) continue;
    sentences.push(`“${word}” was read as ${matches.map((match) => `“${match}”`).join(', ')}.`);
  }
  return sentences;
}
