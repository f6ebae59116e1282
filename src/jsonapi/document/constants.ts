/**
 * The constant bytes between the stored ranges of a document, prepared once per space and mount point.
 *
 * In the examples below, `U` is the URL of an item up to its id, such as `/delivery/jsonapi/book/`, and ◦ is a hole: an id.
 * Elsewhere: constants and holes as such (pieces), the order in which they are written (resource-object).
 */
import type { RelationshipField } from '../../content/model/index.js';
import type { OwnLocales, RecordPlaces } from '../../index/documents/index.js';
import type { RenderedLinks } from '../../index/segment/index.js';
import { type Constant, constant, Template } from './pieces.js';
import type { RenderedSpace, RenderedType } from './rendered-space.js';

/** The bytes before a relationship, for the first one of a resource and for later ones. */
interface Opening {
  readonly first: Constant;
  readonly later: Constant;
}

export interface RelationshipBytes {
  readonly field: RelationshipField;
  readonly index: RenderedLinks;
  /** `,"author":{"data":`, or with `[` */
  readonly openData: Opening;
  /** `,"author":{`: for an empty window of a relationship that has links */
  readonly openWithoutData: Opening;
  /** `,"links":{"self":"U◦/relationships/author","related":"U◦/author"` and `close`; for to-many with `]` before it */
  readonly links: Template;
  /** As `links`, without `close`: a link to the next window follows */
  readonly linksBeforeNext: Template;
  /** As `links`, without linkage before it */
  readonly linksWithoutData: Template;
  /** `,"next":"U◦/relationships/author` */
  readonly next: Template;
  /** `}}`, or `},"meta":{"total":` */
  readonly close: Constant;
  /** The end of every link: empty, or a query such as `?localeCode=de`. */
  readonly query: string;
}

/** A relationship of a resource that shows everything; neighbouring bytes are joined into one constant. */
export interface CompleteRelationship {
  readonly many: boolean;
  readonly index: RenderedLinks;
  /**
   * The bytes after the linkage; for a to-one relationship with the beginning of the next relationship or the end of the
   * resource.
   */
  readonly links: Template;
  /** The bytes after the total of a to-many relationship. */
  readonly afterTotal: Template;
}

/** The constants of a resource that shows all attributes and all links. */
export interface CompleteBytes {
  /** The bytes after the attributes: `},"relationships":{"author":{"data":`, or the end of the resource. */
  readonly afterAttributes: Template;
  readonly relationships: readonly CompleteRelationship[];
}

export interface TypeBytes {
  readonly type: RenderedType;
  /** `{"type":"book","id":"◦"` */
  readonly open: Template;
  /** As `open`, followed by `,"attributes":{` */
  readonly openAttributes: Template;
  /** `,"links":{"self":"U◦"}}`; if a field of the type is localized, `,"links":{"self":"U◦"},"meta":{` */
  readonly self: Template;
  /** Set of locales in which an item has values of its own → the content of `meta`: `"locales":["en","de"]}}` */
  readonly own: readonly Constant[];
  readonly relationships: readonly RelationshipBytes[];
  readonly complete: CompleteBytes;
  /** Overwritten for each item. */
  readonly places: RecordPlaces;
}

const opening = (text: string): Opening => ({
  first: constant(`,"relationships":{${text}`),
  later: constant(`,${text}`),
});

/** @returns the parts around the holes of a relationship's links, with `before` and `after` joined to them */
const linksParts = (name: string, url: string, query: string, before: string, after: string): readonly string[] => [
  `${before}"links":{"self":"${url}`,
  `/relationships/${name}${query}","related":"${url}`,
  `/${name}${query}"${after}`,
];

/** The bytes after the links of a relationship. */
const closeOf = (many: boolean): string => (many ? '},"meta":{"total":' : '}}');
/** The bytes between linkage and links. */
const afterData = (many: boolean): string => (many ? '],' : ',');
const openData = ({ name, many }: RelationshipField): string => `"${name}":{"data":${many ? '[' : ''}`;

function relationshipBytes(
  field: RelationshipField,
  index: RenderedLinks,
  url: string,
  query: string,
): RelationshipBytes {
  const { name, many } = field;
  const close = closeOf(many);
  const links = (before: string, after: string): Template => new Template(linksParts(name, url, query, before, after));
  return {
    field,
    index,
    openData: opening(openData(field)),
    openWithoutData: opening(`"${name}":{`),
    links: links(afterData(many), close),
    linksBeforeNext: links(afterData(many), ''),
    linksWithoutData: links('', close),
    next: new Template([`,"next":"${url}`, `/relationships/${name}`]),
    close: constant(close),
    query,
  };
}

/** `selfOpen` and `selfClose` are the text before and after the address in the `self` link; they end the resource. */
function completeBytes(
  relationships: readonly RelationshipBytes[],
  [selfOpen, selfClose]: readonly [string, string],
  url: string,
  query: string,
): CompleteBytes {
  const [first] = relationships;
  const ending = [`}${selfOpen}`, selfClose];
  return {
    afterAttributes: new Template(first === undefined ? ending : [`},"relationships":{${openData(first.field)}`]),
    relationships: relationships.map(({ field, index }, place) => {
      const { name, many } = field;
      const next = relationships[place + 1];
      const [end, ...remaining] = next === undefined ? ending : [`,${openData(next.field)}`];
      const links = linksParts(name, url, query, afterData(many), closeOf(many));
      return {
        many,
        index,
        links: new Template(many ? links : [...links.slice(0, -1), `${links.at(-1)}${end}`, ...remaining]),
        afterTotal: new Template([`}}${end}`, ...remaining]),
      };
    }),
  };
}

/**
 * @param base  prefix of every link; ASCII without characters that JSON escapes
 * @param query at the end of every link; ASCII without characters that JSON escapes
 */
export function typeBytes(type: RenderedType, base: string, query = ''): TypeBytes {
  const { segment } = type;
  const url = `${base}/${type.name}/`;
  const relationships = segment.type.relationships.flatMap((field): RelationshipBytes[] => {
    const index = segment.fields.get(field.name);
    return index?.kind === 'links' ? [relationshipBytes(field, index, url, query)] : [];
  });
  const open = `{"type":"${type.name}","id":"`;
  const self = [`,"links":{"self":"${url}`, `${query}"${segment.own === undefined ? '}}' : '},"meta":{'}`] as const;
  return {
    type,
    open: new Template([open, '"']),
    openAttributes: new Template([open, '","attributes":{']),
    self: new Template(self),
    own: segment.own === undefined ? [] : ownLocales(segment.own),
    relationships,
    complete: completeBytes(relationships, self, url, query),
    places: segment.documents.newPlaces(),
  };
}

const ownLocales = ({ sets }: OwnLocales): readonly Constant[] =>
  Array.from({ length: sets.count }, (_, set) => constant(`"locales":${Buffer.from(sets.view(set)).toString()}}}`));

/** @returns the constants of every type, by SpaceType.number */
export const spaceBytes = (space: RenderedSpace, base: string, query: string): readonly TypeBytes[] =>
  [...space.types.values()].map((type) => typeBytes(type, base, query));

/** Constants of the document itself. */
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

/** ASCII codes of single characters. */
export const CHAR = Object.freeze({
  quote: 0x22,
  comma: 0x2c,
  closeBracket: 0x5d,
  closeBrace: 0x7d,
});
