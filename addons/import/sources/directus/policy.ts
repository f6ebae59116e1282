/**
 * The Public policy of a Directus project: decides which rows and fields visitors may read.
 *
 * A policy is public if `access.json` assigns it to no role and no user. Before Directus 11, permissions without a role are public.
 * Elsewhere: the rows that filters follow links to (content).
 */
import { readInstant } from '../../value/instants.js';
import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  memberAt,
  readMembers,
  textAt,
} from '../../value/json.js';

interface Rule {
  readonly filter: Json;
  readonly fields: readonly string[];
}

/** Finds the rows that a field of a row links to. @returns undefined if the field is not a link */
export type FollowLink = (collection: string, field: string, row: JsonObject) => LinkedRows | undefined;
interface LinkedRows {
  readonly collection: string;
  /** Whether the field may link to several rows. */
  readonly isMany: boolean;
  readonly rows: readonly JsonObject[];
}

/** A value that is not null, with the operand of a filter. */
interface Comparison {
  readonly compare: (to: Json | undefined) => number;
  readonly operand: Json;
  /** The operand as a list. */
  readonly operands: readonly Json[];
  readonly text: string;
  readonly part: string;
}

const comparisons: ReadonlyMap<string, (compared: Comparison) => boolean> = new Map(
  Object.entries<(compared: Comparison) => boolean>({
    _eq: ({ compare, operand }) => compare(operand) === 0,
    _neq: ({ compare, operand }) => compare(operand) !== 0,
    _lt: ({ compare, operand }) => compare(operand) < 0,
    _lte: ({ compare, operand }) => compare(operand) <= 0,
    _gt: ({ compare, operand }) => compare(operand) > 0,
    _gte: ({ compare, operand }) => compare(operand) >= 0,
    _in: ({ compare, operands }) => operands.some((operand) => compare(operand) === 0),
    _nin: ({ compare, operands }) => operands.every((operand) => compare(operand) !== 0),
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

/** Thrown for a filter that an import cannot evaluate. The row is then not public. */
export class UndecidedError extends Error {}

export const ALL_FIELDS: ReadonlySet<string> = new Set(['*']);

export class PublicPolicy {
  readonly #rules: ReadonlyMap<string, readonly Rule[]>;
  readonly #nowMs: number;

  private constructor(rules: ReadonlyMap<string, readonly Rule[]>, nowMs: number) {
    this.#rules = rules;
    this.#nowMs = nowMs;
  }

  /** @returns undefined if visitors may read no collection; the policy then decides nothing */
  static read(access: readonly Json[], permissions: readonly Json[], nowMs: number): PublicPolicy | undefined {
    const isNone = (value: Json | undefined): boolean => value === null || value === undefined;
    const publicGrants = access.filter((grant) => isNone(memberAt(grant, 'role')) && isNone(memberAt(grant, 'user')));
    const publicPolicyIds = new Set(
      publicGrants.map((grant) => textAt(grant, 'policy') ?? textAt(grant, 'policy', 'id')),
    );
    const rules = new Map<string, Rule[]>();
    for (const permission of permissions) {
      const policy = textAt(permission, 'policy') ?? textAt(permission, 'policy', 'id');
      const isPublic = policy === undefined ? memberAt(permission, 'role') === null : publicPolicyIds.has(policy);
      if (!isPublic || textAt(permission, 'action') !== 'read') continue;
      const collection = textAt(permission, 'collection') ?? '';
      const fields = memberAt(permission, 'fields');
      const names = typeof fields === 'string' ? fields.split(',') : listAt(fields).map(String);
      rules.set(collection, [
        ...(rules.get(collection) ?? []),
        { filter: memberAt(permission, 'permissions') ?? {}, fields: names },
      ]);
    }
    return [...rules.keys()].some((name) => !name.startsWith('directus_')) ? new PublicPolicy(rules, nowMs) : undefined;
  }

  /** @returns names of the fields that filters read, including links to other rows */
  get filteredFields(): ReadonlySet<string> {
    const fields = new Set<string>();
    const collect = (filter: Json): void => {
      for (const innerFilter of listAt(filter)) collect(innerFilter);
      for (const [key, inner] of readMembers(filter)) {
        if (!key.startsWith('_')) fields.add(key);
        collect(inner);
      }
    };
    for (const rules of this.#rules.values()) for (const { filter } of rules) collect(filter);
    return fields;
  }

  /** @returns the fields that are public in at least one row of the collection; undefined if no row is public */
  findCollectionFields(collection: string): ReadonlySet<string> | undefined {
    const rules = this.#rules.get(collection);
    return rules === undefined ? undefined : new Set(rules.flatMap(({ fields }) => fields));
  }

  /** @returns the public fields of the row; undefined if the row is not public. @throws UndecidedError */
  findRowFields(collection: string, row: JsonObject, followLink: FollowLink): ReadonlySet<string> | undefined {
    const rules =
      this.#rules.get(collection)?.filter(({ filter }) => this.#matchesFilter(filter, collection, row, followLink)) ??
      [];
    return rules.length === 0 ? undefined : new Set(rules.flatMap(({ fields }) => fields));
  }

  #matchesFilter(filter: Json, collection: string, row: JsonObject, followLink: FollowLink): boolean {
    return readMembers(filter).every(([key, condition]) => {
      if (key === '_and')
        return listAt(condition).every((innerFilter) => this.#matchesFilter(innerFilter, collection, row, followLink));
      if (key === '_or')
        return listAt(condition).some((innerFilter) => this.#matchesFilter(innerFilter, collection, row, followLink));
      const names = readMembers(condition).map(([name]) => name);
      const isOperator = names.every(
        (name) => name.startsWith('_') && !['_and', '_or', '_some', '_none'].includes(name),
      );
      const linked = followLink(collection, key, row);
      if (isOperator && !(linked?.isMany ?? false)) {
        if (!/^[\w-]+$/.test(key)) throw new UndecidedError(key);
        const value = memberAt(row, key);
        return readMembers(condition).every(([operator, operand]) =>
          this.#matchesCondition(value ?? null, operator, operand),
        );
      }
      if (linked === undefined) throw new UndecidedError(key);
      const { rows } = linked;
      const matchesSomeRow = (inner: Json): boolean =>
        rows.some((linkedRow) => this.#matchesFilter(inner, linked.collection, linkedRow, followLink));
      if (names.includes('_none')) return !matchesSomeRow(memberAt(condition, '_none') ?? {});
      if (names.includes('_some')) return matchesSomeRow(memberAt(condition, '_some') ?? {});
      // The only operators of an alias are those that test whether linked rows exist.
      if (isOperator)
        return readMembers(condition).every(([name, operand]) => matchesExistence(rows.length > 0, name, operand));
      return matchesSomeRow(condition);
    });
  }

  /** Evaluates an operator as a database does: a comparison with null is false. */
  #matchesCondition(value: Json, operator: string, operand: Json): boolean {
    if (typeof operand === 'string' && operand.startsWith('$CURRENT')) return false;
    switch (operator) {
      case '_null':
      case '_nnull':
        return matchesExistence(value !== null, operator, operand);
      case '_empty':
      case '_nempty':
        return (value === null || value === '') === ((operator === '_empty') === (operand !== false));
    }
    if (value === null || operand === null) return false;
    const operands = isList(operand) ? operand : typeof operand === 'string' ? operand.split(',') : [operand];
    const comparison = comparisons.get(operator);
    if (comparison === undefined) throw new UndecidedError(operator);
    const compare = (otherOperand: Json | undefined): number => this.#compare(value, otherOperand ?? null);
    return comparison({ compare, operand, operands, text: String(value), part: String(operand) });
  }

  /** @returns a negative number, 0, or a positive number, as a comparator of `sort` does. @throws UndecidedError for objects */
  #compare(value: Json, operand: Json): number {
    if (isObject(operand) || isObject(value)) throw new UndecidedError('an object');
    const [a, b] = [value, operand].map((each) => (typeof each === 'string' ? this.#readInstant(each) : undefined));
    if (a !== undefined && b !== undefined) return a - b;
    if (typeof operand === 'string' && operand.startsWith('$')) throw new UndecidedError(operand);
    if (value === '' || operand === '' || Number.isNaN(Number(value)) || Number.isNaN(Number(operand))) {
      const [left, right] = [String(value), String(operand)];
      return left < right ? -1 : left > right ? 1 : 0;
    }
    return Number(value) - Number(operand);
  }

  #readInstant(text: string): number | undefined {
    const [, shift] = /^\$NOW(?:\((.*)\))?$/.exec(text) ?? [];
    if (text === '$NOW') return this.#nowMs;
    if (shift !== undefined) return this.#nowMs + parseShiftMs(shift);
    const instant = readInstant(text, 'UTC');
    return instant === undefined ? undefined : Date.parse(instant.text);
  }
}

const matchesExistence = (exists: boolean, operator: string, operand: Json): boolean => {
  if (operator !== '_null' && operator !== '_nnull') throw new UndecidedError(operator);
  return exists === ((operator === '_nnull') === (operand !== false));
};

const unitMs: ReadonlyMap<string, number> = new Map([
  ...[['s', 1e3] as const, ['m', 6e4] as const, ['h', 36e5] as const, ['d', 864e5] as const],
  ...[['w', 6048e5] as const, ['M', 2592e6] as const, ['y', 315576e5] as const],
]);

/** @param shift such as `-1 day` or `+2 weeks`. @returns milliseconds. @throws UndecidedError for another text */
function parseShiftMs(shift: string): number {
  const [, sign = '', count = '', unit = ''] = /^([+-]?)\s*(\d+)\s*([a-z]+)$/i.exec(shift.trim()) ?? [];
  const ms = unitMs.get(/^mo/i.test(unit) ? 'M' : unit.slice(0, 1).toLowerCase());
  if (ms === undefined || /^ms|^milli/i.test(unit)) throw new UndecidedError(`$NOW(${shift})`);
  return Number(count) * ms * (sign === '-' ? -1 : 1);
}
