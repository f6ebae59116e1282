/**
 * What visitors may read of a Directus project: the rows and fields that its Public policy grants.
 *
 * A policy is public where `access.json` gives it to no role and no user; before Directus 11 a permission without a role is.
 */
import { readInstant } from '../../value/instants.js';
import { at, isList, isObject, type Json, type JsonObject, listAt, membersOf, textAt } from '../../value/json.js';

interface Rule {
  readonly filter: Json;
  readonly fields: readonly string[];
}

/** How a filter goes from a row to others. @returns undefined for a field that leads nowhere */
export type Walk = (collection: string, field: string, row: JsonObject) => Rows | undefined;
interface Rows {
  readonly collection: string;
  /** Whether the field leads to several rows. */
  readonly many: boolean;
  readonly rows: readonly JsonObject[];
}

/** A value that is there, and what it is compared with. */
interface Compared {
  readonly compare: (to: Json | undefined) => number;
  readonly operand: Json;
  /** The same as a list. */
  readonly operands: readonly Json[];
  readonly text: string;
  readonly part: string;
}

const comparisons: ReadonlyMap<string, (compared: Compared) => boolean> = new Map(
  Object.entries<(compared: Compared) => boolean>({
    _eq: ({ compare, operand }) => compare(operand) === 0,
    _neq: ({ compare, operand }) => compare(operand) !== 0,
    _lt: ({ compare, operand }) => compare(operand) < 0,
    _lte: ({ compare, operand }) => compare(operand) <= 0,
    _gt: ({ compare, operand }) => compare(operand) > 0,
    _gte: ({ compare, operand }) => compare(operand) >= 0,
    _in: ({ compare, operands }) => operands.some((each) => compare(each) === 0),
    _nin: ({ compare, operands }) => operands.every((each) => compare(each) !== 0),
    _between: ({ compare, operands }) => compare(operands[0]) >= 0 && compare(operands[1]) <= 0,
    _nbetween: ({ compare, operands }) => compare(operands[0]) < 0 || compare(operands[1]) > 0,
    _contains: ({ text, part }) => text.includes(part),
    _ncontains: ({ text, part }) => !text.includes(part),
    _icontains: ({ text, part }) => text.toLowerCase().includes(part.toLowerCase()),
    _starts_with: ({ text, part }) => text.startsWith(part),
    _nstarts_with: ({ text, part }) => !text.startsWith(part),
    _istarts_with: ({ text, part }) => text.toLowerCase().startsWith(part.toLowerCase()),
    _ends_with: ({ text, part }) => text.endsWith(part),
    _nends_with: ({ text, part }) => !text.endsWith(part),
    _iends_with: ({ text, part }) => text.toLowerCase().endsWith(part.toLowerCase()),
  }),
);

/** A filter that nobody can decide here: what it guards is not shown. */
export class Undecided extends Error {}

export const EVERYTHING: ReadonlySet<string> = new Set(['*']);

export class PublicPolicy {
  readonly #rules: ReadonlyMap<string, readonly Rule[]>;
  readonly #nowMs: number;

  private constructor(rules: ReadonlyMap<string, readonly Rule[]>, nowMs: number) {
    this.#rules = rules;
    this.#nowMs = nowMs;
  }

  /** @returns undefined where visitors may read no collection: nothing is said of what is public then */
  static of(access: readonly Json[], permissions: readonly Json[], nowMs: number): PublicPolicy | undefined {
    const isNone = (value: Json | undefined): boolean => value === null || value === undefined;
    const policies = access.filter((each) => isNone(at(each, 'role')) && isNone(at(each, 'user')));
    const ids = new Set(policies.map((each) => textAt(each, 'policy') ?? textAt(each, 'policy', 'id')));
    const rules = new Map<string, Rule[]>();
    for (const each of permissions) {
      const policy = textAt(each, 'policy') ?? textAt(each, 'policy', 'id');
      const isPublic = policy === undefined ? at(each, 'role') === null : ids.has(policy);
      if (!isPublic || textAt(each, 'action') !== 'read') continue;
      const collection = textAt(each, 'collection') ?? '';
      const fields = at(each, 'fields');
      const names = typeof fields === 'string' ? fields.split(',') : listAt(fields).map(String);
      rules.set(collection, [
        ...(rules.get(collection) ?? []),
        { filter: at(each, 'permissions') ?? {}, fields: names },
      ]);
    }
    return [...rules.keys()].some((name) => !name.startsWith('directus_')) ? new PublicPolicy(rules, nowMs) : undefined;
  }

  /** @returns names of the fields that filters ask for, also of those that lead to other rows */
  get filtered(): ReadonlySet<string> {
    const fields = new Set<string>();
    const collect = (filter: Json): void => {
      for (const each of listAt(filter)) collect(each);
      for (const [key, inner] of membersOf(filter)) {
        if (!key.startsWith('_')) fields.add(key);
        collect(inner);
      }
    };
    for (const rules of this.#rules.values()) for (const { filter } of rules) collect(filter);
    return fields;
  }

  /** @returns the fields that some row of the collection may show; undefined where none is shown */
  fieldsOf(collection: string): ReadonlySet<string> | undefined {
    const rules = this.#rules.get(collection);
    return rules === undefined ? undefined : new Set(rules.flatMap(({ fields }) => fields));
  }

  /** @returns the fields that the row shows; undefined where it is not shown. @throws Undecided */
  shown(collection: string, row: JsonObject, walk: Walk): ReadonlySet<string> | undefined {
    const rules =
      this.#rules.get(collection)?.filter(({ filter }) => this.#passes(filter, collection, row, walk)) ?? [];
    return rules.length === 0 ? undefined : new Set(rules.flatMap(({ fields }) => fields));
  }

  #passes(filter: Json, collection: string, row: JsonObject, walk: Walk): boolean {
    return membersOf(filter).every(([key, condition]) => {
      if (key === '_and') return listAt(condition).every((each) => this.#passes(each, collection, row, walk));
      if (key === '_or') return listAt(condition).some((each) => this.#passes(each, collection, row, walk));
      const names = membersOf(condition).map(([name]) => name);
      const isOperator = names.every(
        (name) => name.startsWith('_') && !['_and', '_or', '_some', '_none'].includes(name),
      );
      const led = walk(collection, key, row);
      if (isOperator && !(led?.many ?? false)) {
        if (!/^[\w-]+$/.test(key)) throw new Undecided(key);
        const value = at(row, key);
        return membersOf(condition).every(([operator, operand]) => this.#holds(value ?? null, operator, operand));
      }
      if (led === undefined) throw new Undecided(key);
      const { rows } = led;
      const some = (inner: Json): boolean => rows.some((each) => this.#passes(inner, led.collection, each, walk));
      if (names.includes('_none')) return !some(at(condition, '_none') ?? {});
      if (names.includes('_some')) return some(at(condition, '_some') ?? {});
      // Of an alias, only whether anything leads here can be asked.
      if (isOperator) return membersOf(condition).every(([name, to]) => existence(rows.length > 0, name, to));
      return some(condition);
    });
  }

  /** As a database decides it: what compares with nothing never holds. */
  #holds(value: Json, operator: string, operand: Json): boolean {
    if (typeof operand === 'string' && operand.startsWith('$CURRENT')) return false;
    switch (operator) {
      case '_null':
      case '_nnull':
        return existence(value !== null, operator, operand);
      case '_empty':
      case '_nempty':
        return (value === null || value === '') === ((operator === '_empty') === (operand !== false));
    }
    if (value === null || operand === null) return false;
    const operands = isList(operand) ? operand : typeof operand === 'string' ? operand.split(',') : [operand];
    const holds = comparisons.get(operator);
    if (holds === undefined) throw new Undecided(operator);
    const compare = (to: Json | undefined): number => this.#compare(value, to ?? null);
    return holds({ compare, operand, operands, text: String(value), part: String(operand) });
  }

  /** @returns below, above or 0; NaN, of which nothing holds but that they differ, where they have no order */
  #compare(value: Json, operand: Json): number {
    if (isObject(operand) || isObject(value)) throw new Undecided('an object');
    const [a, b] = [value, operand].map((each) => (typeof each === 'string' ? this.#instant(each) : undefined));
    if (a !== undefined && b !== undefined) return a - b;
    if (typeof operand === 'string' && operand.startsWith('$')) throw new Undecided(operand);
    if (value === '' || operand === '' || Number.isNaN(Number(value)) || Number.isNaN(Number(operand))) {
      const [left, right] = [String(value), String(operand)];
      return left < right ? -1 : left > right ? 1 : 0;
    }
    return Number(value) - Number(operand);
  }

  #instant(text: string): number | undefined {
    const [, shift] = /^\$NOW(?:\((.*)\))?$/.exec(text) ?? [];
    if (text === '$NOW') return this.#nowMs;
    if (shift !== undefined) return this.#nowMs + shiftMs(shift);
    const read = readInstant(text, 'UTC');
    return read === undefined ? undefined : Date.parse(read.text);
  }
}

const existence = (is: boolean, operator: string, operand: Json): boolean => {
  if (operator !== '_null' && operator !== '_nnull') throw new Undecided(operator);
  return is === ((operator === '_nnull') === (operand !== false));
};

const unitMs: ReadonlyMap<string, number> = new Map([
  ...[['s', 1e3] as const, ['m', 6e4] as const, ['h', 36e5] as const, ['d', 864e5] as const],
  ...[['w', 6048e5] as const, ['M', 2592e6] as const, ['y', 315576e5] as const],
]);

/** Such as `-1 day` or `+2 weeks`. */
function shiftMs(shift: string): number {
  const [, sign = '', count = '', unit = ''] = /^([+-]?)\s*(\d+)\s*([a-z]+)$/i.exec(shift.trim()) ?? [];
  const ms = unitMs.get(/^mo/i.test(unit) ? 'M' : unit.slice(0, 1).toLowerCase());
  if (ms === undefined || /^ms|^milli/i.test(unit)) throw new Undecided(`$NOW(${shift})`);
  return Number(count) * ms * (sign === '-' ? -1 : 1);
}
