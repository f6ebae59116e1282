/**
 * Random content models: one to four types with all field types and relationships, also to themselves and to several
 * types.
 *
 * Few names are used, so that types share fields and a relationship may have the name `limit` or of an object's member.
 */
import fc from 'fast-check';
import {
  type ContentModel,
  type ContentType,
  contentModel,
  contentType,
  FIELD_TYPES,
  type Field,
  type FieldType,
  isSortable,
  replaceFields,
  type Structure,
  structuresOf,
  withImageResources,
  withInverses,
} from '../../../src/content/model/index.js';
import { arbitraryText } from './texts.js';

const TYPE_NAMES = ['book', 'author', 'a', 'B-2', 'constructor', 'limit'] as const;
const FIELD_NAMES = [
  'title',
  'price',
  'limit',
  'skip',
  'constructor',
  'toString',
  'a',
  'A',
  'x-1',
  'y_2',
  'author',
  'related',
] as const;

/** A field without its name. */
type Nameless = (name: string) => Field;

/** `false` says the same as nothing, so a model is not read back with it. */
const arbitraryFolding = fc.constantFrom({}, { fold: true }, { fold: 'accents' as const });
/** A list is not folded. */
const arbitraryTextOptions = fc.constantFrom(
  {},
  { fold: true },
  { fold: 'accents' as const },
  { many: true },
  { unique: true as const },
  { unique: true as const, fold: true },
);
const arbitraryUnique = fc.constantFrom({}, { unique: true as const });
/** The default window of a to-many relationship, some smaller than its lists. */
const arbitraryDefaultPage = fc.constantFrom(
  {},
  {},
  { page: { limit: 1 } },
  { page: { limit: 3 } },
  { page: { limit: 30 } },
);
const arbitraryMany = fc.constantFrom({}, { many: true });

function arbitraryFieldOf(type: FieldType, types: readonly string[]): fc.Arbitrary<Nameless> {
  switch (type) {
    case 'dateTime':
      return fc.constantFrom('date' as const, 'dateTime' as const).map((format) => (name) => ({ name, type, format }));
    case 'decimal':
      return fc.constantFrom(0, 1, 2, 4, 20).map((precision) => (name) => ({ name, type, precision }));
    case 'select':
      return fc
        .uniqueArray(
          arbitraryText.filter((text) => text !== ''),
          { minLength: 1, maxLength: 4 },
        )
        .chain((options) => arbitraryTextOptions.map((texts) => (name) => ({ name, type, options, ...texts })));
    case 'relationship':
      return fc
        .tuple(fc.shuffledSubarray([...types], { minLength: 1 }), fc.boolean(), arbitraryDefaultPage)
        .map(([to, many, page]) => (name) => ({ name, type, to, many, ...(many && page) }));
    case 'integer':
      return arbitraryUnique.map((unique) => (name) => ({ name, type, ...unique }));
    case 'boolean':
    case 'file':
    case 'json':
    case 'location':
      return fc.constant((name) => ({ name, type }));
    case 'image':
      return arbitraryMany.map((many) => (name) => ({ name, type, ...many }));
    case 'text':
      return arbitraryTextOptions.map((texts) => (name) => ({ name, type, ...texts }));
    case 'markdown':
    case 'textMultiline':
      return arbitraryFolding.map((folding) => (name) => ({ name, type, ...folding }));
    default:
      return type satisfies never;
  }
}

/** Switched-off structures of a field: usually none. */
const arbitraryOff = fc.oneof(
  { weight: 9, arbitrary: fc.constant<readonly Structure[]>([]) },
  { weight: 1, arbitrary: fc.subarray<Structure>(['filter', 'sort', 'contains', 'endsWith']) },
);

/** @returns the field as a model contains it after reading: options that `filter: false` implies are omitted */
function goingWithout(field: Field, off: readonly Structure[]): Field {
  const isOff = (structure: Structure): boolean => off.includes(structure) && structuresOf(field).includes(structure);
  const sort = isOff('sort') ? { sort: false as const } : {};
  if (!isOff('filter')) {
    const contains = isOff('contains') ? { contains: false as const } : {};
    return { ...field, ...sort, ...contains, ...(isOff('endsWith') && { endsWith: false as const }) };
  }
  if (!('fold' in field)) return { ...field, filter: false, ...sort };
  const { fold: _, ...plain } = field;
  return { ...plain, filter: false, ...sort };
}

const arbitraryField = (types: readonly string[]): fc.Arbitrary<Nameless> =>
  fc
    .oneof(
      { weight: 3, arbitrary: fc.constantFrom(...FIELD_TYPES) },
      { weight: 2, arbitrary: fc.constant('relationship' as const) },
    )
    .chain((type) => fc.tuple(arbitraryFieldOf(type, types), arbitraryOff))
    .map(
      ([field, off]) =>
        (name) =>
          goingWithout(field(name), off),
    );

/** @param shared field of each name in most types, so that types have fields in common */
const arbitraryType = (
  name: string,
  types: readonly string[],
  shared: ReadonlyMap<string, Nameless>,
): fc.Arbitrary<ContentType> =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...FIELD_NAMES), arbitraryField(types), fc.nat({ max: 3 })), {
      minLength: 1,
      maxLength: 9,
      selector: ([field]) => field,
    })
    .map((fields) =>
      contentType(
        name,
        fields.map(([field, own, choice]) => (choice === 0 ? own : (shared.get(field) ?? own))(field)),
      ),
    );

/** Names of inverses; one of them is no field of another type, the others may be. */
const INVERSE_NAMES = ['linking', 'related', 'limit', 'constructor', 'y_2'] as const;

/** A wish for an inverse: it is granted if its relationship has no other, and its name is free in each target type. */
interface InverseWish {
  readonly name: string;
  /** Numbers that choose the relationship and the sort keys among those that exist. */
  readonly relationship: number;
  readonly keys: readonly { readonly field: number; readonly isDescending: boolean }[];
}

const arbitraryInverses: fc.Arbitrary<readonly InverseWish[]> = fc.array(
  fc.record({
    name: fc.constantFrom(...INVERSE_NAMES),
    relationship: fc.nat({ max: 20 }),
    keys: fc.array(fc.record({ field: fc.nat({ max: 20 }), isDescending: fc.boolean() }), { maxLength: 2 }),
  }),
  { maxLength: 3 },
);

function wishInverse(types: readonly ContentType[], { name, relationship, keys }: InverseWish): readonly ContentType[] {
  const candidates = types.flatMap((type) =>
    type.relationships.filter((field) => field.inverse === undefined).map((field) => ({ type, field })),
  );
  const chosen = candidates[relationship % Math.max(1, candidates.length)];
  if (chosen === undefined) return types;
  const isTaken = (target: string): boolean =>
    withInverses(types).some((type) => type.name === target && type.fieldByName.has(name));
  if (chosen.field.to.some(isTaken)) return types;
  const sortable = ['id', ...chosen.type.fields.filter(isSortable).map((field) => field.name)];
  const sortKeys = new Map(keys.map(({ field, isDescending }) => [sortable[field % sortable.length], isDescending]));
  const sort = [...sortKeys].map(([key, isDescending]) => `${isDescending ? '-' : ''}${key}`).join();
  const inverse = { name, ...(sort !== '' && { sort }) };
  return types.map((type) =>
    type === chosen.type
      ? replaceFields(
          type,
          type.fields.map((field) => (field === chosen.field ? { ...chosen.field, inverse } : field)),
        )
      : type,
  );
}

export const arbitraryModel: fc.Arbitrary<ContentModel> = fc
  .uniqueArray(fc.constantFrom(...TYPE_NAMES), { minLength: 1, maxLength: 4 })
  .chain((types) =>
    fc
      .tuple(...FIELD_NAMES.map((name) => arbitraryField(types).map((field) => [name, field] as const)))
      .map((shared) => ({ types, shared: new Map<string, Nameless>(shared) })),
  )
  .chain(({ types, shared }) => fc.tuple(...types.map((type) => arbitraryType(type, types, shared))))
  .chain((types) => arbitraryInverses.map((wishes) => withInverses(wishes.reduce(wishInverse, types))))
  .chain((types) =>
    fc
      .constantFrom(false, false, true)
      .map((areResources) =>
        areResources
          ? contentModel('random', withImageResources(types), undefined, [], 'resources')
          : contentModel('random', types),
      ),
  );
