/**
 * What a file of Contentful hands out, one at a time and in one form: that of `contentful space export`. An answer of the
 * delivery API has other members, and where one language was asked for, fields without locales.
 */
import { type Found, valuesIn } from '../../input/json-stream.js';
import { at, type Json, membersOf, textAt } from '../../value/json.js';

/** Settings of the space, which are no content. */
export const settings: ReadonlySet<string> = new Set([
  'editorInterfaces',
  'webhooks',
  'roles',
  'concepts',
  'conceptSchemes',
]);

const ofExport: readonly string[] = ['contentTypes', 'tags', 'entries', 'assets', 'locales', ...settings];
/** Of an answer. What it says of itself is `total`, and how many of them it has. */
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
  /** As an export calls it; of an answer also `total`. */
  readonly member: string;
  readonly value: Json;
  /** Whether it was asked for, and is not what links of others lead to. */
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

function pieceOf({ path: [member], value }: Found): Piece {
  const isItem = member === 'items';
  if (!isItem && member !== 'includes') return { member: String(member), value, isItem };
  return { member: memberOfType[textAt(value, 'sys', 'type') ?? ''] ?? '', value: byLocale(value), isItem };
}

/** An answer in one language says which in `sys`. */
function byLocale(item: Json): Json {
  const locale = textAt(item, 'sys', 'locale');
  if (locale === undefined) return item;
  const fields = membersOf(at(item, 'fields')).map(([name, value]) => [name, { [locale]: value }]);
  return { ...Object.fromEntries(membersOf(item)), fields: Object.fromEntries(fields) };
}

/** What the values of a field say of its type, as a content type would; nothing of texts, numbers and objects. */
export function typeOfValue(value: Json): { readonly [name: string]: Json } {
  if (textAt(value, 'nodeType') === 'document') return { type: 'RichText' };
  const [first] = Array.isArray(value) ? value : [];
  const [one, many] = [value, first].map((each) => textAt(each, 'sys', 'linkType'));
  if (one !== undefined) return { type: 'Link', linkType: one };
  return many === undefined ? {} : { type: 'Array', items: { type: 'Link', linkType: many } };
}
