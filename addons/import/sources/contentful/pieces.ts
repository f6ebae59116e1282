/**
 * Reads entries, assets, content types, tags and locales of a Contentful file, one at a time.
 *
 * A response of the delivery API has other members, and if it was requested in one language, fields without locales: both become
 * the form of an export. Elsewhere: reading the stream (input/json-stream).
 */
import { type ValueAtPath, valuesIn } from '../../input/json-stream.js';
import { isList, type Json, memberAt, readMembers, textAt } from '../../value/json.js';

/** Members that are settings of the space, not content. */
export const settings: ReadonlySet<string> = new Set([
  'editorInterfaces',
  'webhooks',
  'roles',
  'concepts',
  'conceptSchemes',
]);

const exportMembers: readonly string[] = ['contentTypes', 'tags', 'entries', 'assets', 'locales', ...settings];
/** Members of a response of the delivery API; `total` is the number of entries in the space. */
const responseMembers: readonly string[] = ['sys', 'total', 'skip', 'limit', 'items', 'includes', 'errors'];

export const isKnownMember = (name: string): boolean => exportMembers.includes(name) || responseMembers.includes(name);

const paths = [...exportMembers.map((name) => `$.${name}.*`), '$.items.*', '$.includes.*.*', '$.total'];

const memberByType: Readonly<Record<string, string>> = {
  Entry: 'entries',
  Asset: 'assets',
  ContentType: 'contentTypes',
  Tag: 'tags',
  Locale: 'locales',
};

export interface Piece {
  /** The member of an export to which the value belongs, or `total` of a response. */
  readonly member: string;
  readonly value: Json;
  /** Whether the value is one of the requested items; a response also includes targets of links. */
  readonly isItem: boolean;
}

/**
 * @param name      of the input, for messages
 * @param onMember  called with the name of each member of the file
 * @param onTooDeep called with the place of each value that is nested too deep; the value is left out
 */
export async function* readPieces(
  texts: AsyncIterable<string>,
  name: string,
  onMember?: (name: string) => void,
  onTooDeep?: (place: string) => void,
): AsyncGenerator<Piece> {
  for await (const valueAtPath of valuesIn(texts, paths, name, onMember, onTooDeep)) yield buildPiece(valueAtPath);
}

function buildPiece({ path, value }: ValueAtPath): Piece {
  const [member] = path;
  const isItem = member === 'items';
  if (!isItem && member !== 'includes') return { member: String(member), value, isItem };
  return { member: memberByType[textAt(value, 'sys', 'type') ?? ''] ?? '', value: addLocale(value), isItem };
}

/** @returns the item with its fields by locale; a response in one language names the locale in `sys` */
function addLocale(item: Json): Json {
  const locale = textAt(item, 'sys', 'locale');
  if (locale === undefined) return item;
  const fields = readMembers(memberAt(item, 'fields')).map(([name, value]) => [name, { [locale]: value }]);
  return { ...Object.fromEntries(readMembers(item)), fields: Object.fromEntries(fields) };
}

/** @returns the type of a field as a content type has it, inferred from a value; empty for texts, numbers and objects */
export function inferFieldType(value: Json): { readonly [name: string]: Json } {
  if (textAt(value, 'nodeType') === 'document') return { type: 'RichText' };
  const linkType = textAt(value, 'sys', 'linkType');
  if (linkType !== undefined) return { type: 'Link', linkType };
  const firstElement = isList(value) ? value[0] : undefined;
  const elementLinkType = textAt(firstElement, 'sys', 'linkType');
  return elementLinkType === undefined ? {} : { type: 'Array', items: { type: 'Link', linkType: elementLinkType } };
}
