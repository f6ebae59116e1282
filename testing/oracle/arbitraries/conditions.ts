/**
 * Random conditions for a space: every operator that the model allows, with operands mostly from existing values and
 * their neighbours.
 */
import fc from 'fast-check';
import {
  type Area,
  type Field,
  hasLinkCount,
  ID_OPERATORS,
  isFolding,
  isListOfTexts,
  isListOperator,
  isLocaleField,
  isOn,
  linkCountField,
  modelTypeOf,
  type Operator,
  operandKind,
  operatorsOf,
  readArea,
} from '../../../src/content/model/index.js';
import type { Condition, Operand, Value } from '../../../src/engine/query/query-tree.js';
import {
  fieldOf,
  isImage,
  itemsOf,
  linksOf,
  OracleList,
  type OracleSpace,
  type OracleValue,
  readValue,
  typeOf,
} from '../content/dataset.js';
import { type ExactNumber, exactNumber, instantMs } from '../content/values.js';
import { EARLIEST_MS, LATEST_MS } from './items.js';
import { arbitraryId, arbitraryPiece, arbitraryText } from './texts.js';

/** A name to filter and sort by: `id`, or a field. */
interface Subject {
  readonly name: string;
  readonly type: Field['type'];
  readonly operators: readonly Operator[];
  /** Every value of it that is there, of every type asked. */
  readonly values: readonly OracleValue[];
}

/** Fields are the same where their type is, and for decimals the number of digits. */
const isSame = (a: Field, b: Field): boolean =>
  modelTypeOf(a) === modelTypeOf(b) &&
  isListOfTexts(a) === isListOfTexts(b) &&
  (a.type !== 'decimal' || b.type !== 'decimal' || a.precision === b.precision);

/** @returns the fields that all the types share, as the first of them defines them */
export function sharedFields(space: OracleSpace, types: readonly string[]): readonly Field[] {
  const [first = '', ...others] = types;
  return typeOf(space, first).fields.filter((field) =>
    others.every((type) => {
      const other = typeOf(space, type).fieldByName.get(field.name);
      return other !== undefined && isSame(field, other);
    }),
  );
}

/** @returns the counts that all the types have, in the order of their relationships in the first type */
export const sharedCounts = (space: OracleSpace, types: readonly string[]): readonly Field[] =>
  sharedFields(space, types).flatMap((field) => {
    const isCounted = types.every((type) => {
      const own = fieldOf(space, type, field.name);
      return hasLinkCount(own) && isOn(own, 'filter');
    });
    return isCounted && hasLinkCount(field) ? [linkCountField(field)] : [];
  });
/** The fields that filters and facets can name: the locale field, if all the types have one, and the shared fields. */
export function askedFields(space: OracleSpace, types: readonly string[]): readonly Field[] {
  const localeFields = types.flatMap((type) => typeOf(space, type).localeField ?? []);
  const [localeField] = localeFields;
  const hasLocaleField = localeField !== undefined && localeFields.length === types.length;
  return [...(hasLocaleField ? [localeField] : []), ...sharedFields(space, types)];
}

const valuesOf = (space: OracleSpace, types: readonly string[], field: string): OracleValue[] =>
  types
    .flatMap((type) => itemsOf(space, type))
    .map((item) => readValue(item, field))
    .flatMap((value): readonly OracleValue[] =>
      value instanceof OracleList ? value.texts : value === undefined ? [] : [value],
    );

/** The operators that the field takes in all the types. */
const operatorsShared = (space: OracleSpace, types: readonly string[], name: string): readonly Operator[] =>
  types
    .map((type) => operatorsOf(fieldOf(space, type, name)))
    .reduce((shared, operators) => shared.filter((operator) => operators.includes(operator)));

function subjects(space: OracleSpace, types: readonly string[]): readonly Subject[] {
  const ids = types.flatMap((type) => itemsOf(space, type).map((item) => item.id));
  const fields = [...askedFields(space, types), ...sharedCounts(space, types)].map((field): Subject => {
    const { name, type } = field;
    if (isLocaleField(field) && field.type === 'select')
      return { name, type, operators: operatorsOf(field), values: field.options };
    const links = types.flatMap((owner) => itemsOf(space, owner)).flatMap((item) => linksOf(item, name));
    const values = type === 'relationship' ? links.map(({ id }) => id) : valuesOf(space, types, name);
    return { name, type, operators: operatorsShared(space, types, name), values };
  });
  return [{ name: 'id', type: 'text', operators: ID_OPERATORS, values: ids }, ...fields];
}

/** One of the values that are there, or if there are none one of the others. */
function existing<T>(values: readonly T[], other: fc.Arbitrary<T>): fc.Arbitrary<T> {
  if (values.length === 0) return other;
  return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: other });
}

/** @returns the number itself, a number one unit away, or the same number with more digits */
const nearby = ({ digits, scale }: ExactNumber): fc.Arbitrary<ExactNumber> =>
  fc.constantFrom<ExactNumber>(
    { digits, scale },
    { digits: digits + 1n, scale },
    { digits: digits - 1n, scale },
    { digits: digits * 1000n, scale: scale + 3 },
    { digits: digits * 1000n + 1n, scale: scale + 3 },
    { digits: digits * 1000n - 1n, scale: scale + 3 },
  );

function arbitraryNumber(subject: Subject): fc.Arbitrary<Value> {
  const numbers = subject.values.map((value) => exactNumber(String(value)));
  const isInteger = subject.type === 'integer';
  const other = fc.record({ digits: fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), scale: fc.nat({ max: 25 }) });
  return existing(numbers, other)
    .chain(nearby)
    .map(({ digits, scale }) => (isInteger ? { digits: digits / 10n ** BigInt(scale), scale: 0 } : { digits, scale }))
    .map((number) => ({ kind: 'number', ...number }));
}

const arbitraryInstant = ({ values }: Subject): fc.Arbitrary<Value> =>
  fc
    .tuple(
      existing(
        values.map((value) => instantMs(String(value))),
        fc.integer({ min: EARLIEST_MS, max: LATEST_MS }),
      ),
      fc.constantFrom(0, 0, 0, 1, -1, 1000, -60_000, 86_400_000),
    )
    .map(([ms, distance]) => ({ kind: 'instant', ms: Math.min(LATEST_MS, Math.max(EARLIEST_MS, ms + distance)) }));

/** A whole text, its neighbours, a piece of it, or nothing. */
const arbitraryOperandText = ({ values }: Subject): fc.Arbitrary<string> =>
  existing(values.map(String), arbitraryText).chain((text) =>
    fc.oneof(
      fc.constantFrom(text, text, `${text}a`, [...text].slice(0, -1).join(''), ''),
      arbitraryPiece(text),
      arbitraryPiece([...text].reverse().join('')),
    ),
  );

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function arbitraryOperand(subject: Subject, operator: Operator): fc.Arbitrary<Operand> {
  if (operator === '_exists') return fc.boolean().map((value) => ({ kind: 'populated', value }));
  const kind = operandKind(operator);
  if (kind === 'circle' || kind === 'box') return arbitraryArea(subject, kind);
  if (isFolding(operator)) return arbitraryCasedText(subject).map((text) => ({ kind: 'text', bytes: bytesOf(text) }));
  return isListOperator(operator) ? arbitraryList(subject) : arbitraryValue(subject);
}

const degreesText = (degrees: number): string => degrees.toFixed(7);

/** Around a place that is there, or wherever; as large as the earth, or a point. */
function arbitraryArea({ values }: Subject, shape: Area['shape']): fc.Arbitrary<Operand> {
  const places = values
    .filter(isImage)
    .map((value) => [Number(value['latitude']), Number(value['longitude'])] as const);
  const anywhere = fc.tuple(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
  );
  const corner = existing<readonly [number, number]>(places, anywhere);
  const written =
    shape === 'circle'
      ? fc
          .tuple(corner, fc.constantFrom(0, 1, 12.5, 10_000, 800_000, 9_000_000, 20_015_115, 10 ** 12))
          .map(([[latitude, longitude], metres]) => `${degreesText(latitude)},${degreesText(longitude)},${metres}`)
      : fc.tuple(corner, corner).map(([one, other]) => {
          const [south, north] = [Math.min(one[0], other[0]), Math.max(one[0], other[0])];
          return [one[1], south, other[1], north].map(degreesText).join(',');
        });
  return written.map((text) => {
    const area = readArea(shape, text);
    if (typeof area === 'string') throw new Error(`${text}: ${area}`);
    return { kind: 'area', area };
  });
}

/** @returns an existing text or a part of one, unchanged or in the other case */
const arbitraryCasedText = (subject: Subject): fc.Arbitrary<string> =>
  arbitraryOperandText(subject).chain((text) => fc.constantFrom(text, text.toUpperCase(), text.toLowerCase()));

/** Values as an address lists them: each once, none of them empty. */
const arbitraryList = (subject: Subject): fc.Arbitrary<Operand> =>
  fc
    .uniqueArray(
      arbitraryValue(subject).filter((value) => value.kind !== 'text' || value.bytes.length > 0),
      { minLength: 1, maxLength: 6, selector: identityOf },
    )
    .map((values) => ({ kind: 'list', values }));

const identityOf = (value: Value): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part));

function arbitraryValue(subject: Subject): fc.Arbitrary<Value> {
  // A code that is no locale is an error, not a question.
  if (isLocaleField(subject)) {
    return fc.constantFrom(...subject.values.map(String)).map((code) => ({ kind: 'text', bytes: bytesOf(code) }));
  }
  switch (subject.type) {
    case 'boolean':
      return fc.boolean().map((value) => ({ kind: 'boolean', value }));
    case 'integer':
    case 'decimal':
      return arbitraryNumber(subject);
    case 'dateTime':
      return arbitraryInstant(subject);
    case 'relationship':
      return existing(subject.values.map(String), arbitraryId).map((id) => ({ kind: 'itemId', bytes: bytesOf(id) }));
    case 'select':
    case 'text':
    case 'textMultiline':
    case 'markdown':
      return arbitraryOperandText(subject).map((text) => ({ kind: 'text', bytes: bytesOf(text) }));
    case 'file':
    case 'image':
    case 'json':
    case 'location':
      throw new Error(`fields of type ${subject.type} take no operator`);
    default:
      return subject.type satisfies never;
  }
}

/**
 * One condition on items of these types.
 *
 * @param types at least one; with several, only fields that all of them share are used
 */
export function arbitraryCondition(space: OracleSpace, types: readonly string[]): fc.Arbitrary<Condition> {
  const askable = subjects(space, types).filter(({ operators }) => operators.length > 0);
  return fc
    .constantFrom(...askable)
    .chain((subject) =>
      fc
        .constantFrom(...subject.operators)
        .chain((operator) =>
          arbitraryOperand(subject, operator).map(
            (operand): Condition => ({ kind: 'condition', field: subject.name, operator, operand }),
          ),
        ),
    );
}
