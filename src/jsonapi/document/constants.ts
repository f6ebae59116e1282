/**
 * The constant bytes between the stored ranges, prepared once per space and mount point.
 *
 * Below, `U` stands for an item's URL up to its id, such as `/delivery/jsonapi/book/`, and ◦ for a hole: an id.
 */
import type { RelationshipField } from '../../model/index.js';
import type { LinkIndex } from '../../segment/index.js';
import type { OwnLocales, RecordPlaces } from '../../store/index.js';
import { type Constant, constant, Template } from './bytes/pieces.js';
import type { ShownSpace, ShownType } from './shown.js';

/** What begins a relationship, by whether it is the first that the resource shows. */
interface Opening {
  readonly first: Constant;
  readonly later: Constant;
}

export interface RelationshipBytes {
  readonly field: RelationshipField;
  readonly index: LinkIndex;
  /** `,"author":{"data":`, or with `[` */
  readonly openData: Opening;
  /** `,"author":{`: for a window that is empty though the total is not */
  readonly openHidden: Opening;
  /** `,"links":{"self":"U◦/relationships/author","related":"U◦/author"`, or with `]` before it, and what closes it */
  readonly links: Template;
  /** The same where a link to the next window follows */
  readonly linksOpen: Template;
  /** As `links`, behind nothing */
  readonly hiddenLinks: Template;
  /** `,"next":"U◦/relationships/author` */
  readonly next: Template;
  /** `}}`, or `},"meta":{"total":` */
  readonly close: Constant;
  /** What every link ends with, such as `?localeCode=de`, or nothing. */
  readonly query: string;
}

export interface TypeBytes {
  readonly type: ShownType;
  /** `{"type":"book","id":"◦"` */
  readonly open: Template;
  /** The same, and `,"attributes":{` */
  readonly openAttributes: Template;
  /** `,"links":{"self":"U◦"}}`, or with `,"meta":{` for the last brace where a field of the type is localized */
  readonly self: Template;
  /** By the set of locales in which an item has values of its own, what `meta` shows: `"locales":["en","de"]}}` */
  readonly own: readonly Constant[];
  readonly relationships: readonly RelationshipBytes[];
  /** Filled anew for each item. */
  readonly places: RecordPlaces;
}

const opening = (text: string): Opening => ({
  first: constant(`,"relationships":{${text}`),
  later: constant(`,${text}`),
});

function relationshipBytes(field: RelationshipField, index: LinkIndex, url: string, query: string): RelationshipBytes {
  const { name, many } = field;
  const close = many ? '},"meta":{"total":' : '}}';
  const links = (before: string, after: string): Template =>
    new Template([
      `${before}"links":{"self":"${url}`,
      `/relationships/${name}${query}","related":"${url}`,
      `/${name}${query}"${after}`,
    ]);
  const behindData = many ? '],' : ',';
  return {
    field,
    index,
    openData: opening(`"${name}":{"data":${many ? '[' : ''}`),
    openHidden: opening(`"${name}":{`),
    links: links(behindData, close),
    linksOpen: links(behindData, ''),
    hiddenLinks: links('', close),
    next: new Template([`,"next":"${url}`, `/relationships/${name}`]),
    close: constant(close),
    query,
  };
}

/**
 * @param base  prefix of every link; ASCII, nothing in it that JSON escapes
 * @param query that every link ends with; the same
 */
export function typeBytes(type: ShownType, base: string, query = ''): TypeBytes {
  const { segment } = type;
  const url = `${base}/${type.name}/`;
  const relationships = segment.type.relationships.flatMap((field): RelationshipBytes[] => {
    const index = segment.fields.get(field.name);
    return index?.kind === 'links' ? [relationshipBytes(field, index, url, query)] : [];
  });
  const open = `{"type":"${type.name}","id":"`;
  return {
    type,
    open: new Template([open, '"']),
    openAttributes: new Template([open, '","attributes":{']),
    self: new Template([`,"links":{"self":"${url}`, `${query}"${segment.own === undefined ? '}}' : '},"meta":{'}`]),
    own: ownLocales(segment.own),
    relationships,
    places: segment.documents.places(),
  };
}

const ownLocales = (own: OwnLocales | undefined): readonly Constant[] =>
  Array.from({ length: own?.sets.count ?? 0 }, (_, set) =>
    constant(`"locales":${Buffer.from(own?.sets.view(set) ?? []).toString()}}}`),
  );

/** By SpaceType.number. */
export const spaceBytes = (space: ShownSpace, base: string, query: string): readonly TypeBytes[] =>
  [...space.types.values()].map((type) => typeBytes(type, base, query));

export const BYTES = Object.freeze({
  documentOpen: constant('{"jsonapi":{"version":"1.1"},"links":{"self":"'),
  linksEnd: constant('},'),
  total: constant(',"meta":{"total":'),
  dataArrayOpen: constant('"data":['),
  dataOpen: constant('"data":'),
  null: constant('null'),
  totalEnd: constant('}}'),
  includedOpen: constant(',"included":['),
});

export const CHAR = Object.freeze({
  quote: 0x22,
  comma: 0x2c,
  closeBracket: 0x5d,
  closeBrace: 0x7d,
});
