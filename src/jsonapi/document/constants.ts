/**
 * The constant bytes between the stored ranges, prepared once per space and mount point.
 */
import type { RelationshipField } from '../../model/index.js';
import type { LinkIndex } from '../../segment/index.js';
import type { Space, SpaceType } from '../../snapshot/index.js';
import type { RecordPlaces } from '../../store/index.js';

/** `U` stands for the item's URL up to its id: `…/book/`. */
export interface RelationshipBytes {
  readonly field: RelationshipField;
  readonly index: LinkIndex;
  /** `"author":{"data":null,"links":{"self":"U`, or with `[]` */
  readonly openEmpty: Buffer;
  /** `"author":{"links":{"self":"U`: a window that is empty though the total is not */
  readonly openHidden: Buffer;
  /** `"author":{"data":`, or with `[` */
  readonly openData: Buffer;
  /** `,"links":{"self":"U`, or with `]` */
  readonly closeData: Buffer;
  /** `/relationships/author","related":"U` */
  readonly related: Buffer;
  /** `/author"` */
  readonly relatedEnd: Buffer;
  /** `,"next":"U` */
  readonly next: Buffer;
  /** `/relationships/author` */
  readonly nextEnd: Buffer;
  /** `}}`, or `},"meta":{"total":` */
  readonly close: Buffer;
}

export interface TypeBytes {
  readonly type: SpaceType;
  /** `{"type":"book","id":"` */
  readonly open: Buffer;
  /** `,"links":{"self":"U` */
  readonly self: Buffer;
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
        openEmpty: Buffer.from(`"${field.name}":{"data":${field.many ? '[]' : 'null'},"links":{"self":"${url}`),
        openHidden: Buffer.from(`"${field.name}":{"links":{"self":"${url}`),
        openData: Buffer.from(`"${field.name}":{"data":${field.many ? '[' : ''}`),
        closeData: Buffer.from(`${field.many ? ']' : ''},"links":{"self":"${url}`),
        related: Buffer.from(`/relationships/${field.name}","related":"${url}`),
        relatedEnd: Buffer.from(`/${field.name}"`),
        next: Buffer.from(`,"next":"${url}`),
        nextEnd: Buffer.from(`/relationships/${field.name}`),
        close: Buffer.from(field.many ? '},"meta":{"total":' : '}}'),
      },
    ];
  });
  return {
    type,
    open: Buffer.from(`{"type":"${type.name}","id":"`),
    self: Buffer.from(`,"links":{"self":"${url}`),
    relationships,
    places: segment.documents.places(),
  };
}

/** By SpaceType.number. */
export const spaceBytes = (space: Space, base: string): readonly TypeBytes[] =>
  [...space.types.values()].map((type) => typeBytes(type, base));

export const BYTES = Object.freeze({
  documentOpen: Buffer.from('{"jsonapi":{"version":"1.1"},"links":{"self":"'),
  attributesOpen: Buffer.from(',"attributes":{'),
  relationshipsOpen: Buffer.from(',"relationships":{'),
  dataArrayOpen: Buffer.from('"data":['),
  dataOpen: Buffer.from('"data":'),
  resourceEnd: Buffer.from('"}}'),
  includedOpen: Buffer.from(',"included":['),
});

export const CHAR = Object.freeze({
  comma: 0x2c,
  quote: 0x22,
  closeBracket: 0x5d,
  closeBrace: 0x7d,
});
