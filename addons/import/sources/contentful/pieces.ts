/**
 * Entries, assets, content types, tags and locales of a Contentful file, one at a time, as `contentful space export` writes them.
 *
 * An answer of the delivery API has other members, and if it was requested in one language, fields without locales: both become
 * the form of an export. Elsewhere: reading the stream (input/json-stream).
 */
import { type ValueAtPath, valuesIn } from '../../input/json-stream.js';
import { at, type Json, membersOf, textAt } from '../../value/json.js';

/** Members that are settings of the space, not content. */
export const settings: ReadonlySet<string> = new Set([
  'editorInterfaces',
  'webhooks',
  'roles',
  'concepts',
  'conceptSchemes',
]);

const ofExport: readonly string[] = ['contentTypes', 'tags', 'entries', 'assets', 'locales', ...settings];
/** Members of an answer; `total` is the number of entries that the space has. */
const ofAnswer: readonly string[] = ['sys', 'total', 'skip', 'limit', 'items', 'includes', 'errors'];

export const isKnownMember = (name: string): boolean => ofExport.includes(name) || ofAnswer.includes(name);

const paths = [...ofExport.map((name) => `$.${name}.*`), '$.items.*', '$.includes.*.*', '$.total'];

const memberOfType: Readonly<Record<string, string>> = {
  Entry: 'entries',
  Asset: 'assets',
  ContentType: 'contentTypes',
  Tag: 'tags',
  Locale: 'locales',
};

export interface Piece {
  /** Member of an export that the value belongs to; of an answer also `total`. */
  readonly member: string;
  readonly value: Json;
  /** Whether the request asked for it; other pieces came along because links lead to them. */
  readonly isItem: boolean;
}

/** @param member told the name of each member of the file */
export async function* piecesOf(
  texts: AsyncIterable<string>,
  name: string,
  member?: (name: string) => void,
  tooDeep?: (place: string) => void,
): AsyncGenerator<Piece> {
  for await (const found of valuesIn(texts, paths, name, member, tooDeep)) yield pieceOf(found);
}

function pieceOf({ path: [member], value }: ValueAtPath): Piece {
  const isItem = member === 'items';
  if (!isItem && member !== 'includes') return { member: String(member), value, isItem };
  return { member: memberOfType[textAt(value, 'sys', 'type') ?? ''] ?? '', value: byLocale(value), isItem };
}

/** @returns the fields by locale: an answer in one language names it in `sys` */
function byLocale(item: Json): Json {
  const locale = textAt(item, 'sys', 'locale');
  if (locale === undefined) return item;
  const fields = membersOf(at(item, 'fields')).map(([name, value]) => [name, { [locale]: value }]);
  return { ...Object.fromEntries(membersOf(item)), fields: Object.fromEntries(fields) };
}

/** @returns the type of a field, by one of its values, as a content type has it; empty for texts, numbers and objects */
export function typeOfValue(value: Json): { readonly [name: string]: Json } {
  if (textAt(value, 'nodeType') === 'document') return { type: 'RichText' };
  const [first] = Array.isArray(value) ? value : [];
  const [one, many] = [value, first].map((each) => textAt(each, 'sys', 'linkType'));
  if (one !== undefined) return { type: 'Link', linkType: one };
  return many === undefined ? {} : { type: 'Array', items: { type: 'Link', linkType: many } };
}
