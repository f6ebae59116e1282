/**
 * Random content for a model: colliding values, values at the limits of their types, unpopulated fields, and linkage
 * shorter and longer than the default limit.
 */
import fc from 'fast-check';
import {
  type AttributeField,
  type ContentModel,
  type ContentType,
  exportedFields,
  exportedTypes,
  IMAGE_TYPE,
  isUnique,
  type RelationshipField,
} from '../../../src/content/model/index.js';
import { withInverseLinks } from '../answers/inverses.js';
import {
  type OracleIdentifier,
  type OracleImage,
  type OracleItem,
  OracleJson,
  OracleList,
  type OracleSpace,
  type OracleValue,
} from '../content/dataset.js';
import { imageItem, withOwnImages } from '../content/images.js';
import { arbitraryModel } from './models.js';
import { arbitraryId, arbitraryText } from './texts.js';

const DAY_MS = 86_400_000;
export const EARLIEST_MS = new Date('0000-01-02T00:00:00Z').getTime();
export const LATEST_MS = new Date('9999-12-30T00:00:00Z').getTime();

const arbitraryInteger = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 8 }) },
  { weight: 1, arbitrary: fc.maxSafeInteger() },
  { weight: 1, arbitrary: fc.constantFrom(Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 255, 256, 65_535, 65_536) },
);

/** Decimals as texts of at most `precision` digits after the point, some with more digits than a binary float. */
const arbitraryDecimal = (precision: number): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom('', '', '-'),
      fc.oneof(
        { weight: 4, arbitrary: fc.bigInt({ min: 0n, max: 12n }) },
        { weight: 1, arbitrary: fc.bigInt({ min: 2n ** 53n - 2n, max: 2n ** 53n + 2n }) },
        { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 24n }) },
      ),
      fc.string({ unit: fc.constantFrom('0', '1', '5', '9'), maxLength: Math.min(precision, 4) }),
    )
    .map(([sign, whole, fraction]) => `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`);

/** A small image: the members that are delivered, some of them, and only those. */
const arbitraryImage: fc.Arbitrary<OracleImage> = fc
  .tuple(
    fc.record({ url: fc.webPath().map((path) => `/images${path}`) }),
    fc.record(
      {
        width: fc.nat({ max: 4000 }),
        height: fc.nat({ max: 4000 }),
        altText: arbitraryText,
        format: fc.constantFrom('jpeg', 'png'),
        mimeType: fc.constantFrom('image/jpeg', 'image/png'),
        fileName: fc.constantFrom('a.jpg', 'b c.png'),
        fileSize: fc.nat(),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([required, optional]) => ({ ...required, ...optional }));

const arbitraryFile: fc.Arbitrary<OracleImage> = fc
  .tuple(
    fc.record({ url: fc.webPath().map((path) => `/files${path}`) }),
    fc.record(
      {
        fileName: fc.constantFrom('a.pdf', 'b "c".zip'),
        mimeType: fc.constantFrom('application/pdf', 'application/zip'),
        fileSize: fc.nat(),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([required, optional]) => ({ ...required, ...optional }));

/** Some of them may be the same. */
const arbitraryList = (value: fc.Arbitrary<string | OracleImage>): fc.Arbitrary<OracleList> =>
  fc.array(value, { maxLength: 5 }).map((values) => new OracleList(values));

const arbitraryDay = fc
  .oneof(
    fc.integer({ min: -2, max: 2 }),
    fc.integer({ min: -40_000, max: 40_000 }),
    fc.integer({ min: EARLIEST_MS / DAY_MS, max: LATEST_MS / DAY_MS }),
  )
  .map((day) => new Date(day * DAY_MS).toISOString().slice(0, 10));

const arbitraryTime = fc.tuple(
  arbitraryDay,
  fc.constantFrom('T00:00', 'T10:05', 'T23:59:59', 'T10:05:00.5', 'T10:05:00.500', 'T10:05:07.001'),
  fc.constantFrom('', 'Z', '+00:00', '+0200', '-05:30'),
);

/** Poles, antimeridian and neighbours among them. */
const degrees = (most: number): fc.Arbitrary<number> =>
  fc
    .oneof(
      fc.constantFrom(0, -most, most, most / 2, -1e-7, 1e-7, most - 1e-7),
      fc.integer({ min: -most, max: most }),
      fc.integer({ min: -most * 10 ** 7, max: most * 10 ** 7 }).map((units) => units / 10 ** 7),
    )
    // The value as an export contains it after writing.
    .map((number) => JSON.parse(JSON.stringify(number)));

const arbitraryLocation: fc.Arbitrary<OracleImage> = fc.record({ latitude: degrees(90), longitude: degrees(180) });

function arbitraryValue(field: AttributeField): fc.Arbitrary<OracleValue> {
  switch (field.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return arbitraryInteger;
    case 'decimal':
      return arbitraryDecimal(field.precision);
    case 'dateTime':
      if (field.format === 'date') return arbitraryDay;
      return fc.oneof(
        arbitraryDay,
        arbitraryTime.map((parts) => parts.join('')),
      );
    case 'select': {
      // A value outside the options is kept unchanged.
      const option = fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...field.options) },
        { weight: 1, arbitrary: arbitraryText },
      );
      return field.many === true ? arbitraryList(option) : option;
    }
    case 'file':
      return arbitraryFile;
    case 'image':
      return field.many === true ? arbitraryList(arbitraryImage) : arbitraryImage;
    case 'location':
      return arbitraryLocation;
    case 'json':
      return (
        fc
          .jsonValue()
          .filter((value) => value !== null)
          // The value as an export contains it after writing: minus zero becomes zero.
          .map((value) => new OracleJson(JSON.parse(JSON.stringify(value))))
      );
    case 'text':
      return field.many === true ? arbitraryList(arbitraryText) : arbitraryText;
    case 'textMultiline':
    case 'markdown':
      return arbitraryText;
    default:
      return field satisfies never;
  }
}

/** Every fifth value is missing. */
const perhaps = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { freq: 4, nil: undefined });

function arbitraryLinks(
  field: RelationshipField,
  ids: ReadonlyMap<string, readonly string[]>,
): fc.Arbitrary<readonly OracleIdentifier[]> {
  const targets = field.to.flatMap((type) => (ids.get(type) ?? []).map((id) => ({ type, id })));
  if (!field.many) return fc.shuffledSubarray(targets, { maxLength: Math.min(1, targets.length) });
  // A part of the lists is longer than the default window where there are items enough.
  return fc.oneof(
    { weight: 3, arbitrary: fc.shuffledSubarray(targets, { maxLength: Math.min(5, targets.length) }) },
    { weight: 1, arbitrary: fc.shuffledSubarray(targets) },
  );
}

/** @returns the field's name and value; a list that is empty is as good as none, so it is none */
function arbitraryEntry(
  field: ContentType['fields'][number],
  ids: ReadonlyMap<string, readonly string[]>,
): fc.Arbitrary<readonly [string, OracleValue | undefined]> {
  if (field.type !== 'relationship') return perhaps(arbitraryValue(field)).map((value) => [field.name, value] as const);
  return arbitraryLinks(field, ids).map((links) => [field.name, links.length === 0 ? undefined : links] as const);
}

const arbitraryItem = (
  type: ContentType,
  id: string,
  ids: ReadonlyMap<string, readonly string[]>,
): fc.Arbitrary<OracleItem> =>
  fc.tuple(...exportedFields(type).map((field) => arbitraryEntry(field, ids))).map((entries) => {
    const values = new Map<string, OracleValue>();
    for (const [name, value] of entries) if (value !== undefined) values.set(name, value);
    return { type: type.name, id, values };
  });

/** @returns the items without values that an earlier item has in a unique field; an empty text is no value */
export function withoutRepeatedValues(type: ContentType, items: readonly OracleItem[]): readonly OracleItem[] {
  const uniqueNames = type.fields.filter(isUnique).map(({ name }) => name);
  if (uniqueNames.length === 0) return items;
  const usedValues = new Set<string>();
  return items.map((item) => {
    const values = new Map(item.values);
    for (const name of uniqueNames) {
      const value = values.get(name);
      if (value === undefined || value === '') continue;
      const key = `${name} ${String(value)}`;
      if (usedValues.has(key)) values.delete(name);
      usedValues.add(key);
    }
    return { ...item, values };
  });
}

/** A type may be empty, but not the whole space: a build refuses that. */
const arbitraryIds = (isFirst: boolean): fc.Arbitrary<string[]> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.uniqueArray(arbitraryId, { minLength: isFirst ? 1 : 0, maxLength: 3 }) },
    { weight: 4, arbitrary: fc.uniqueArray(arbitraryId, { minLength: 2, maxLength: 8 }) },
    { weight: 1, arbitrary: fc.uniqueArray(arbitraryId, { minLength: 25, maxLength: 45 }) },
  );

export const arbitraryItems = (model: ContentModel): fc.Arbitrary<OracleSpace> => {
  const types = exportedTypes(model);
  const arbitraryImages = fc.uniqueArray(arbitraryImage.map(imageItem), { maxLength: 6, selector: ({ id }) => id });
  return fc
    .tuple(arbitraryImages, ...types.map((_, index) => arbitraryIds(index === 0)))
    .chain(([images, ...lists]) => {
      const ids = new Map(types.map((type, index) => [type.name, lists[index] ?? []]));
      ids.set(
        IMAGE_TYPE,
        images.map(({ id }) => id),
      );
      return fc
        .tuple(
          ...types.map((type) => fc.tuple(...(ids.get(type.name) ?? []).map((id) => arbitraryItem(type, id, ids)))),
        )
        .map((items) => {
          const byType = new Map<string, readonly OracleItem[]>(
            types.map((type, index) => [type.name, withoutRepeatedValues(type, items[index] ?? [])]),
          );
          if (model.images !== undefined) byType.set(IMAGE_TYPE, images);
          return withInverseLinks(withOwnImages({ model, items: byType }));
        });
    });
};

/** A model and its content. */
export const arbitrarySpace: fc.Arbitrary<OracleSpace> = arbitraryModel.chain(arbitraryItems);
