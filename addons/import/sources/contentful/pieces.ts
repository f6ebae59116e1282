/**
 * Reads entries, assets, content types, tags and locales of a Contentful file, one at a time.
 *
 * An answer of the delivery API has other members, and if it was requested in one language, fields without locales: both become
 * the form of an export. Elsewhere: reading the stream (input/json-stream).
 */
import { type ValueAtPath, valuesIn } from '../../input/json-stream.js';
import { type Json, memberAt, readMembers, textAt } from '../../value/json.js';

/** Members that are settings of the space, not content. */
export const settings: ReadonlySet<string> = new Set([
  'editorInterfaces',
  'webhooks',
  'roles',
  'concepts',
  'conceptSchemes',
]);

const exportMembers: readonly string[] = ['contentTypes', 'tags', 'entries', 'assets', 'locales', ...settings];
/** Members of an answer of the delivery API; `total` is the number of entries in the space. */
const answerMembers: readonly string[] = ['sys', 'total', 'skip', 'limit', 'items', 'includes', 'errors'];

export const isKnownMember = (name: string): boolean => exportMembers.includes(name) || answerMembers.includes(name);

const paths = [...exportMembers.map((name) => `$.${name}.*`), '$.items.*', '$.includes.*.*', '$.total'];

const memberByType: Readonly<Record<string, string>> = {
  Entry: 'entries',
  Asset: 'assets',
  ContentType: 'contentTypes',
  Tag: 'tags',
  Locale: 'locales',
};

export interface Piece {
  /** The member of an export to which the value belongs, or `total` of an answer. */
  readonly member: string;
  readonly value: Json;
  /** Whether the value is one of the requested items; an answer also includes targets of links. */
  readonly isItem: boolean;
}

/** @param onMember told the name of each member of the file */
export async function* readPieces(
  texts: AsyncIterable<string>,
  name: string,
  onMember?: (name: string) => void,
  tooDeep?: (place: string) => void,
): AsyncGenerator<Piece> {
  for await (const valueAtPath of valuesIn(texts, paths, name, onMember, tooDeep)) yield buildPiece(valueAtPath);
}

function buildPiece({ path: [onMember], value }: ValueAtPath): Piece {
  const isItem = onMember === 'items';
  if (!isItem && onMember !== 'includes') return { member: String(onMember), value, isItem };
  return { member: memberByType[textAt(value, 'sys', 'type') ?? ''] ?? '', value: addLocale(value), isItem };
}

/** @returns the item with its fields by locale; an answer in one language names the locale in `sys` */
function addLocale(item: Json): Json {
  const locale = textAt(item, 'sys', 'locale');
  if (locale === undefined) return item;
  const fields = readMembers(memberAt(item, 'fields')).map(([name, value]) => [name, { [locale]: value }]);
  return { ...Object.fromEntries(readMembers(item)), fields: Object.fromEntries(fields) };
}

/** @returns the type of a field in the notation of a content type, inferred from a value; empty for texts, numbers and objects */
export function inferFieldType(value: Json): { readonly [name: string]: Json } {
  if (textAt(value, 'nodeType') === 'document') return { type: 'RichText' };
  const [first] = Array.isArray(value) ? value : [];
  const [linkType, listLinkType] = [value, first].map((link) => textAt(link, 'sys', 'linkType'));
  if (linkType !== undefined) return { type: 'Link', linkType: linkType };
  return listLinkType === undefined ? {} : { type: 'Array', items: { type: 'Link', linkType: listLinkType } };
}
