/**
 * The naive evaluator for spaces of tens of thousands of items: the same rules, with each distinct value tested once.
 *
 * A field is a sorted list of distinct keys and, for each item, the index of its key. Nothing is searched, estimated or
 * intersected. A test compares it with `evaluate`. Elsewhere: the rules in their simplest form (evaluate), meanings of
 * values (values).
 */
import { type Field, isListOfTexts, isRelatedPath } from '../../../src/content/model/index.js';
import type { CollectionQuery, Condition, Filter, SortKey, Through } from '../../../src/engine/query/query-tree.js';
import {
  fieldOf,
  itemsOf,
  linksOf,
  type OracleIdentifier,
  type OracleItem,
  type OracleSpace,
  type OracleValue,
  readValue,
} from '../content/dataset.js';
import { exactNumber, foldedText, foldFor, instantMs } from '../content/values.js';
import { type Answer, compareByKeys, matches } from './evaluate.js';

/** Booleans as 0 and 1, instants as milliseconds, numbers in units of the field, texts as UTF-8, a character a byte. */
type Key = number | bigint | string;

interface Column {
  /** Distinct, ascending. */
  readonly keys: readonly Key[];
  /** By item: the place of its key, or -1 if it is unpopulated. */
  readonly places: Int32Array;
  /** Digits behind the point of numeric keys; the most that any value has. */
  readonly scale: number;
}

const bytesAsText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

const isPopulated = (value: OracleValue | undefined): value is OracleValue => value !== undefined && value !== '';

function keyOf(type: Field['type'], value: OracleValue, scale: number): Key {
  switch (type) {
    case 'boolean':
      return value === true ? 1 : 0;
    case 'dateTime':
      return instantMs(String(value));
    case 'integer':
    case 'decimal': {
      const number = exactNumber(String(value));
      return number.digits * 10n ** BigInt(scale - number.scale);
    }
    case 'location':
      // Places are different values without an order.
      return JSON.stringify(value);
    case 'markdown':
    case 'select':
    case 'text':
    case 'textMultiline':
      return bytesAsText(Buffer.from(String(value)));
    case 'file':
    case 'image':
    case 'json':
    case 'relationship':
      throw new Error(`fields of type ${type} are not compared`);
    default:
      return type satisfies never;
  }
}

/** Whether a key satisfies the condition; the key is of a populated item. */
function testOf(
  { operator, operand }: Pick<Condition, 'operator' | 'operand'>,
  scale: number,
  fold: (text: string) => string,
): (key: Key) => boolean {
  if (operand.kind === 'list') {
    const tests = operand.values.map((value) => testOf({ operator: '_eq', operand: value }, scale, fold));
    return (key) => tests.some((test) => test(key)) === (operator === '_in');
  }
  if (operand.kind === 'text') {
    const operandText = bytesAsText(operand.bytes);
    const folded = (key: string): string => fold(Buffer.from(key, 'latin1').toString());
    const foldedWanted = folded(operandText);
    if (operator === '_ieq') return (key) => folded(String(key)) === foldedWanted;
    if (operator === '_icontains') return (key) => folded(String(key)).includes(foldedWanted);
    if (operator === '_istartsWith') return (key) => folded(String(key)).startsWith(foldedWanted);
    if (operator === '_iendsWith') return (key) => folded(String(key)).endsWith(foldedWanted);
    if (operator === '_contains') return (key) => String(key).includes(operandText);
    if (operator === '_startsWith') return (key) => String(key).startsWith(operandText);
    if (operator === '_endsWith') return (key) => String(key).endsWith(operandText);
  }
  const [wanted, factor] = wantedKey(operand, scale);
  const compare = (key: Key): number => {
    const scaled = typeof key === 'bigint' && factor !== 1n ? key * factor : key;
    return scaled < wanted ? -1 : scaled > wanted ? 1 : 0;
  };
  switch (operator) {
    case '_eq':
      return (key) => compare(key) === 0;
    case '_neq':
      return (key) => compare(key) !== 0;
    case '_gt':
      return (key) => compare(key) > 0;
    case '_gte':
      return (key) => compare(key) >= 0;
    case '_lt':
      return (key) => compare(key) < 0;
    case '_lte':
      return (key) => compare(key) <= 0;
    default:
      throw new Error(`${operator} takes a text`);
  }
}

/** @returns the operand as a key, and the factor for other keys if the operand has more digits */
function wantedKey(operand: Condition['operand'], scale: number): readonly [Key, bigint] {
  switch (operand.kind) {
    case 'boolean':
      return [operand.value ? 1 : 0, 1n];
    case 'instant':
      return [operand.ms, 1n];
    case 'text':
      return [bytesAsText(operand.bytes), 1n];
    case 'number': {
      const more = Math.max(0, operand.scale - scale);
      return [operand.digits * 10n ** BigInt(scale + more - operand.scale), 10n ** BigInt(more)];
    }
    case 'area':
    case 'populated':
    case 'list':
    case 'itemId':
      throw new Error(`an operand of kind ${operand.kind} is not compared`);
    default:
      return operand satisfies never;
  }
}

export class ColumnOracle {
  readonly #space: OracleSpace;
  readonly #columns = new Map<string, Column>();
  /** By type, relationship and target id: the items that link to it. */
  readonly #linking = new Map<string, ReadonlyMap<string, readonly number[]>>();

  constructor(space: OracleSpace) {
    this.#space = space;
  }

  /** Cost: O(items · (conditions + 1)), and a sort of the selected items; columns are created at their first use. */
  evaluate({ type, filter, sort, page }: CollectionQuery): Answer {
    const items = itemsOf(this.#space, type);
    const mask = filter === undefined ? undefined : this.#mask(type, filter, items);
    const selected: number[] = [];
    for (let i = 0; i < items.length; i += 1) if (mask === undefined || mask[i] === 1) selected.push(i);
    this.#order(type, selected, sort);
    const shown = selected.slice(page.skip, page.skip + page.limit);
    return { total: selected.length, ids: shown.map((i) => items[i]!.id) };
  }

  #mask(type: string, filter: Filter, items: readonly OracleItem[]): Uint8Array {
    if (filter.kind === 'condition') return this.#conditionMask(type, filter, items);
    if (filter.kind === 'through') return this.#throughMask(filter, items);
    if (filter.kind === 'not') return this.#mask(type, filter.child, items).map((one) => 1 - one);
    const isAnd = filter.kind === 'and';
    const mask = new Uint8Array(items.length).fill(isAnd ? 1 : 0);
    for (const child of filter.children) {
      const other = this.#mask(type, child, items);
      for (let i = 0; i < mask.length; i += 1) mask[i] = isAnd ? mask[i]! & other[i]! : mask[i]! | other[i]!;
    }
    return mask;
  }

  #throughMask({ relationship, type, child }: Through, items: readonly OracleItem[]): Uint8Array {
    const chosen = new Map<string, ReadonlySet<string>>();
    const isChosen = (link: OracleIdentifier): boolean => {
      if (type !== undefined && link.type !== type) return false;
      let ids = chosen.get(link.type);
      if (ids === undefined) {
        const related = itemsOf(this.#space, link.type);
        const mask = child === undefined ? undefined : this.#mask(link.type, child, related);
        ids = new Set(related.filter((_, place) => mask === undefined || mask[place] === 1).map(({ id }) => id));
        chosen.set(link.type, ids);
      }
      return ids.has(link.id);
    };
    return Uint8Array.from(items, (item) => Number(linksOf(item, relationship).some(isChosen)));
  }

  #conditionMask(type: string, condition: Condition, items: readonly OracleItem[]): Uint8Array {
    const mask = new Uint8Array(items.length);
    const { operand } = condition;
    const [first, ...others] = operand.kind === 'list' ? operand.values : [operand];
    if (first?.kind === 'itemId') {
      for (const id of [first, ...others]) {
        const targetId = id.kind === 'itemId' ? Buffer.from(id.bytes).toString() : '';
        for (const i of this.#itemsLinking(type, condition.field, targetId)) mask[i] = 1;
      }
      if (condition.operator !== '_nin') return mask;
      return mask.map((isLinked, i) => (isLinked === 0 && linksOf(items[i]!, condition.field).length > 0 ? 1 : 0));
    }
    if (operand.kind === 'populated' && condition.field !== 'id') {
      return Uint8Array.from(items, (item) => (matches(this.#space, item, condition) ? 1 : 0));
    }
    if (
      operand.kind === 'area' ||
      (condition.field !== 'id' && isListOfTexts(fieldOf(this.#space, type, condition.field)))
    ) {
      return Uint8Array.from(items, (item) => (matches(this.#space, item, condition) ? 1 : 0));
    }
    const { keys, places, scale } = this.#column(type, condition.field);
    if (operand.kind === 'populated') {
      for (let i = 0; i < mask.length; i += 1) mask[i] = places[i]! >= 0 === operand.value ? 1 : 0;
      return mask;
    }
    const { field } = condition;
    const fold = field === 'id' ? foldedText : foldFor(fieldOf(this.#space, type, field));
    const test = testOf(condition, scale, fold);
    const holds = Uint8Array.from(keys, (key) => (test(key) ? 1 : 0));
    for (let i = 0; i < mask.length; i += 1) mask[i] = places[i]! < 0 ? 0 : holds[places[i]!]!;
    return mask;
  }

  #itemsLinking(type: string, relationship: string, id: string): readonly number[] {
    const name = `${type}/${relationship}`;
    let linking = this.#linking.get(name);
    if (linking === undefined) {
      const found = new Map<string, number[]>();
      for (const [i, item] of itemsOf(this.#space, type).entries()) {
        for (const link of linksOf(item, relationship)) {
          const known = found.get(link.id);
          if (known === undefined) found.set(link.id, [i]);
          else if (known.at(-1) !== i) known.push(i);
        }
      }
      linking = found;
      this.#linking.set(name, linking);
    }
    return linking.get(id) ?? [];
  }

  /** Unpopulated items last in both directions, ties in the export's order, for the sort is stable. */
  #order(type: string, selected: number[], sort: readonly SortKey[]): void {
    if (sort.length === 0) return;
    if (sort.some(({ from }) => from !== undefined)) {
      const items = itemsOf(this.#space, type);
      selected.sort((a, b) => compareByKeys(this.#space, items[a]!, items[b]!, sort));
      return;
    }
    const keys = sort.map(({ field, descending }) => ({ places: this.#placesAt(type, field), descending }));
    selected.sort((a, b) => {
      for (const { places, descending } of keys) {
        const left = places[a]!;
        const right = places[b]!;
        if (left === right) continue;
        if (left < 0) return 1;
        if (right < 0) return -1;
        return descending ? right - left : left - right;
      }
      return 0;
    });
  }

  /** Place of the value at the end of the path, for each item. */
  #placesAt(type: string, path: string): Int32Array {
    if (!isRelatedPath(path)) return this.#column(type, path).places;
    const dot = path.indexOf('.');
    const relationship = path.slice(0, dot);
    const field = fieldOf(this.#space, type, relationship);
    const to = field.type === 'relationship' ? (field.to[0] ?? '') : '';
    const behind = this.#placesAt(to, path.slice(dot + 1));
    const placeOf = new Map(itemsOf(this.#space, to).map(({ id }, place) => [id, behind[place]!]));
    return Int32Array.from(
      itemsOf(this.#space, type),
      (item) => placeOf.get(linksOf(item, relationship)[0]?.id ?? '') ?? -1,
    );
  }

  #column(type: string, field: string): Column {
    const name = `${type}/${field}`;
    const known = this.#columns.get(name);
    if (known !== undefined) return known;
    const fieldType = field === 'id' ? 'text' : fieldOf(this.#space, type, field).type;
    const values = itemsOf(this.#space, type).map((item) => (field === 'id' ? item.id : readValue(item, field)));
    const isNumeric = fieldType === 'decimal' || fieldType === 'integer';
    const scale = isNumeric
      ? values.filter(isPopulated).reduce<number>((most, value) => Math.max(most, exactNumber(String(value)).scale), 0)
      : 0;
    const own = values.map((value) => (isPopulated(value) ? keyOf(fieldType, value, scale) : undefined));
    const keys = [...new Set(own)].filter((key) => key !== undefined).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const placeOf = new Map(keys.map((key, place) => [key, place]));
    const places = Int32Array.from(own, (key) => (key === undefined ? -1 : placeOf.get(key)!));
    const column = { keys, places, scale };
    this.#columns.set(name, column);
    return column;
  }
}
