/**
 * The constant bytes between the stored ranges, prepared once per space and mount point.
 */
import { type Chunk, chunkOf } from '../../format/index.js';
import type { RelationshipField } from '../../model/index.js';
import type { LinkIndex } from '../../segment/index.js';
import type { Space, SpaceType } from '../../snapshot/index.js';
import type { RecordPlaces } from '../../store/index.js';

/** Bytes of their own, not a slice of a shared pool. */
export const constant = (text: string): Chunk => chunkOf(Uint8Array.from(Buffer.from(text)));

/** `U` stands for the item's URL up to its id: `…/book/`. */
export interface RelationshipBytes {
  readonly field: RelationshipField;
  readonly index: LinkIndex;
  /** `"author":{"data":null,"links":{"self":"U`, or with `[]` */
  readonly openEmpty: Chunk;
  /** `"author":{"links":{"self":"U`: a window that is empty though the total is not */
  readonly openHidden: Chunk;
  /** `"author":{"data":`, or with `[` */
  readonly openData: Chunk;
  /** `,"links":{"self":"U`, or with `]` */
  readonly closeData: Chunk;
  /** `/relationships/author","related":"U` */
  readonly related: Chunk;
  /** `/author"` */
  readonly relatedEnd: Chunk;
  /** `,"next":"U` */
  readonly next: Chunk;
  /** `/relationships/author` */
  readonly nextEnd: Chunk;
  /** `}}`, or `},"meta":{"total":` */
  readonly close: Chunk;
}

export interface TypeBytes {
  readonly type: SpaceType;
  /** `{"type":"book","id":"` */
  readonly open: Chunk;
  /** `,"links":{"self":"U` */
  readonly self: Chunk;
  readonly relationships: readonly RelationshipBytes[];
  /** Filled anew for each item. */
  readonly places: RecordPlaces;
}

/** @param base prefix of every link; ASCII, nothing in it that JSON escapes */
export function typeBytes(type: SpaceType, base: string): TypeBytes {
  const { segment } = type;
  const url = `${base}/${type.name}/`;
  const relationships = segment.type.relationships.flatMap((field): RelationshipBytes[] => {
    const index = segment.fields.get(field.name);
    if (index?.kind !== 'links') return [];
    return [
      {
        field,
        index,
        openEmpty: constant(`"${field.name}":{"data":${field.many ? '[]' : 'null'},"links":{"self":"${url}`),
        openHidden: constant(`"${field.name}":{"links":{"self":"${url}`),
        openData: constant(`"${field.name}":{"data":${field.many ? '[' : ''}`),
        closeData: constant(`${field.many ? ']' : ''},"links":{"self":"${url}`),
        related: constant(`/relationships/${field.name}","related":"${url}`),
        relatedEnd: constant(`/${field.name}"`),
        next: constant(`,"next":"${url}`),
        nextEnd: constant(`/relationships/${field.name}`),
        close: constant(field.many ? '},"meta":{"total":' : '}}'),
      },
    ];
  });
  return {
    type,
    open: constant(`{"type":"${type.name}","id":"`),
    self: constant(`,"links":{"self":"${url}`),
    relationships,
    places: segment.documents.places(),
  };
}

/** By SpaceType.number. */
export const spaceBytes = (space: Space, base: string): readonly TypeBytes[] =>
  [...space.types.values()].map((type) => typeBytes(type, base));

export const BYTES = Object.freeze({
  documentOpen: constant('{"jsonapi":{"version":"1.1"},"links":{"self":"'),
  attributesOpen: constant(',"attributes":{'),
  relationshipsOpen: constant(',"relationships":{'),
  dataArrayOpen: constant('"data":['),
  dataOpen: constant('"data":'),
  resourceEnd: constant('"}}'),
  includedOpen: constant(',"included":['),
});

export const CHAR = Object.freeze({
  comma: 0x2c,
  quote: 0x22,
  closeBracket: 0x5d,
  closeBrace: 0x7d,
});
