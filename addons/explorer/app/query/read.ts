/**
 * Reads the parameters of a request as a query; the parameters of the filter become a tree of groups and conditions.
 */
import type { Param } from '../address/place.js';
import {
  type Condition,
  type FilterNode,
  type Group,
  type GroupKind,
  isGroupKind,
  isList,
  type Query,
  type SortKey,
  splitList,
  splitName,
} from './query.js';

const readSortKey = (text: string): SortKey =>
  text.startsWith('-') ? { field: text.slice(1), descending: true } : { field: text, descending: false };

export function readQuery(params: readonly Param[]): Query {
  const filter = new Level();
  const windows = new Map<string, string>();
  const fields = new Map<string, readonly string[]>();
  const others: Param[] = [];
  let search: string | undefined;
  let sort: readonly SortKey[] = [];
  let include: readonly string[] | undefined;
  let limit: string | undefined;
  let skip: string | undefined;
  let locale: string | undefined;

  /** @returns whether a part of the query takes the parameter */
  const takeParameter = (name: string, value: string): boolean => {
    const parts = splitName(name);
    if (parts === undefined) return false;
    const [family, ...rest] = parts;
    switch (family) {
      case 'filter':
        if (rest.length !== 1 || rest[0] !== '_search') return filter.add(rest, value);
        search = value;
        return true;
      case 'sort':
        if (rest.length > 0) return false;
        // Do not split at the comma in the parentheses of a distance.
        sort = value
          .split(/,(?![^(]*\))/)
          .filter((key) => key !== '')
          .map(readSortKey);
        return true;
      case 'include':
        if (rest.length > 0) return false;
        include = splitList(value);
        return true;
      case 'page':
        if (rest.length > 1) windows.set(rest.join('.'), value);
        else if (rest[0] === 'limit') limit = value;
        else if (rest[0] === 'skip') skip = value;
        else return false;
        return true;
      case 'fields':
        if (rest.length !== 1 || rest[0] === undefined) return false;
        fields.set(rest[0], splitList(value));
        return true;
      case 'localeCode':
        locale = value;
        return rest.length === 0;
      default:
        return false;
    }
  };
  for (const [name, value] of params) if (!takeParameter(name, value)) others.push([name, value]);
  return { filter: filter.nodes(), search, sort, include, limit, skip, windows, fields, locale, others };
}

/** Longest path of a condition: three relationships and a field. */
const pathMaximum = 4;

interface GroupBeingRead {
  readonly kind: 'group';
  readonly group: GroupKind;
  readonly alternatives: Map<string, Level>;
}

/** The conditions and groups of one alternative, or of the whole filter. */
class Level {
  readonly #nodes: (Condition | GroupBeingRead)[] = [];

  /** @param parts names in the brackets after `filter` or the group. @returns false if their form is unknown */
  add(parts: readonly string[], value: string): boolean {
    const [head] = parts;
    if (isGroupKind(head)) return this.#addToGroup(head, parts.slice(1), value);
    const isSpread = parts.length > 2 && /^\d*$/.test(parts.at(-1) ?? '');
    const operatorParts = isSpread ? parts.slice(0, -1) : parts;
    const operator = operatorParts.at(-1);
    if (
      operatorParts.length < 2 ||
      operatorParts.length > pathMaximum + 1 ||
      operator === undefined ||
      !operator.startsWith('_')
    )
      return false;
    const path = operatorParts.slice(0, -1);
    if (!isList(operator)) {
      if (isSpread) return false;
      this.#nodes.push({ kind: 'condition', path, operator, values: [value] });
      return true;
    }
    const values = isSpread ? [value] : splitList(value);
    const existingIndex = this.#nodes.findIndex(
      (node) => node.kind === 'condition' && node.operator === operator && node.path.join() === path.join(),
    );
    const existing = this.#nodes[existingIndex];
    if (existing?.kind === 'condition')
      this.#nodes[existingIndex] = { ...existing, values: [...existing.values, ...values] };
    else this.#nodes.push({ kind: 'condition', path, operator, values });
    return true;
  }

  #addToGroup(group: GroupKind, parts: readonly string[], value: string): boolean {
    const [alternativeName, ...rest] = parts;
    if (alternativeName === undefined || !/^\d{0,4}$/.test(alternativeName)) return false;
    let existingGroup = this.#nodes.find(
      (node): node is GroupBeingRead => node.kind === 'group' && node.group === group,
    );
    if (existingGroup === undefined) {
      existingGroup = { kind: 'group', group, alternatives: new Map() };
      this.#nodes.push(existingGroup);
    }
    // Each empty `[]` starts a new alternative.
    const key = alternativeName === '' ? `#${existingGroup.alternatives.size}` : String(Number(alternativeName));
    const level = existingGroup.alternatives.get(key) ?? new Level();
    if (!level.add(rest, value)) return false;
    existingGroup.alternatives.set(key, level);
    return true;
  }

  nodes(): readonly FilterNode[] {
    return this.#nodes.map((node): FilterNode => {
      if (node.kind === 'condition') return node;
      const alternatives = [...node.alternatives.values()].map((level) => level.nodes());
      return { kind: 'group', group: node.group, alternatives } satisfies Group;
    });
  }
}
