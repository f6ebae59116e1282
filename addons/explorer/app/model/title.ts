/**
 * Titles of items as short plain text: a title in Markdown has marks, and a long text has several lines.
 *
 * Elsewhere: which field is the title (space).
 */
import { type JsonObject, readText } from './resource.js';
import { type DescribedType, findField, findTitleField, isLongText } from './space.js';

/** Marks of headings, lists and quotations at the beginning of a line. */
const LINE_MARKS = /^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+)+/;
const LINKS = /!?\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g;
/** Marks of emphasis and code around words; a mark inside a word, such as `snake_case`, is a letter. */
const WORD_MARKS = /(?<![\p{L}\p{N}])[*_`~]+(?=\S)|(?<=\S)[*_`~]+(?![\p{L}\p{N}])/gu;

/** @returns the first line with text, without marks */
function readMarkdownTitle(text: string): string {
  for (const line of text.split('\n')) {
    const title = line.replace(LINE_MARKS, '').replace(LINKS, '$1').replace(WORD_MARKS, '').trim();
    if (title !== '') return title;
  }
  return '';
}

/**
 * @param name the field with the title
 * @returns    its text; empty if the item has none
 */
export function readTitle(type: DescribedType | undefined, attributes: JsonObject, name: string): string {
  const text = readText(attributes, name);
  const field = findField(type, name);
  if (field?.type === 'markdown') return readMarkdownTitle(text);
  if (field === undefined || !isLongText(field)) return text;
  return (text.split('\n').find((line) => line.trim() !== '') ?? '').trim();
}

/** @returns the title of an item of the type; empty if it has none */
export function titleOf(type: DescribedType, attributes: JsonObject): string {
  const name = findTitleField(type);
  return name === undefined ? '' : readTitle(type, attributes, name);
}
