/**
 * Reads the parameters of a request as a query; the parameters of the filter become a tree of groups and conditions.
 *
 * Parameters that no member of the query takes are kept in their order. Elsewhere: a query to parameters (write).
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
  const reader = new QueryReader();
  for (const param of params) reader.add(param);
  return reader.query();
}

/** A query under construction, to which parameters are added one by one. */
class QueryReader {
  readonly #filter = new Level();
  readonly #windows = new Map<string, string>();
  readonly #fields = new Map<string, readonly string[]>();
  readonly #otherParams: Param[] = [];
  #search: string | undefined;
  #sort: readonly SortKey[] = [];
  #include: readonly string[] | undefined;
  #limit: string | undefined;
  #skip: string | undefined;
  #locale: string | undefined;

  add([name, value]: Param): void {
    const [head, ...path] = splitName(name) ?? [];
    const isTaken = head !== undefined && this.#take(head, path, value);
    if (!isTaken) this.#otherParams.push([name, value]);
  }

  query(): Query {
    return {
      filter: this.#filter.nodes(),
      search: this.#search,
      sort: this.#sort,
      include: this.#include,
      limit: this.#limit,
      skip: this.#skip,
      windows: this.#windows,
      fields: this.#fields,
      locale: this.#locale,
      otherParams: this.#otherParams,
    };
  }

  /**
   * @param head the parameter's name before the brackets
   * @param path names in the brackets
   * @returns    whether a member of the query takes the parameter
   */
  #take(head: string, path: readonly string[], value: string): boolean {
    const [firstStep, ...moreSteps] = path;
    switch (head) {
      case 'filter':
        if (firstStep !== '_search' || moreSteps.length > 0) return this.#filter.add(path, value);
        this.#search = value;
        return true;
      case 'sort':
        if (firstStep !== undefined) return false;
        this.#sort = splitSortKeys(value).map(readSortKey);
        return true;
      case 'include':
        if (firstStep !== undefined) return false;
        this.#include = splitList(value);
        return true;
      case 'page':
        return this.#takePage(path, value);
      case 'fields':
        if (firstStep === undefined || moreSteps.length > 0) return false;
        this.#fields.set(firstStep, splitList(value));
        return true;
      case 'localeCode':
        this.#locale = value;
        return firstStep === undefined;
      default:
        return false;
    }
  }

  #takePage(path: readonly string[], value: string): boolean {
    const [option] = path;
    if (path.length > 1) this.#windows.set(path.join('.'), value);
    else if (option === 'limit') this.#limit = value;
    else if (option === 'skip') this.#skip = value;
    else return false;
    return true;
  }
}

/** Splits at commas, except in the parentheses of a distance. */
const splitSortKeys = (value: string): readonly string[] => value.split(/,(?![^(]*\))/).filter((key) => key !== '');

/** Longest path of a condition: three relationships and a field, or the number of a relationship's links. */
const PATH_MAXIMUM = 5;

/** A group to which parameters are still added. */
interface OpenGroup {
  readonly kind: 'group';
  readonly group: GroupKind;
  readonly alternatives: Map<string, Level>;
}

/** The conditions and groups of one alternative, or of the whole filter. */
class Level {
  readonly #nodes: (Condition | OpenGroup)[] = [];

  /**
   * @param path names in the brackets after `filter` or the group
   * @returns false if their form is unknown
   */
  add(path: readonly string[], value: string): boolean {
    const [firstStep, ...moreSteps] = path;
    if (isGroupKind(firstStep)) return this.#addToGroup(firstStep, moreSteps, value);
    // `filter[genre][_in][]=a` has one value of a list; `[]` and `[0]` are no part of the condition.
    const isListElement = path.length > 2 && /^\d*$/.test(path.at(-1) ?? '');
    const conditionPath = isListElement ? path.slice(0, -1) : path;
    const operator = conditionPath.at(-1);
    const fieldPath = conditionPath.slice(0, -1);
    if (operator?.startsWith('_') !== true || fieldPath.length < 1 || fieldPath.length > PATH_MAXIMUM) return false;
    if (isList(operator)) {
      this.#addToList(fieldPath, operator, isListElement ? [value] : splitList(value));
      return true;
    }
    if (isListElement) return false;
    this.#nodes.push({ kind: 'condition', path: fieldPath, operator, values: [value] });
    return true;
  }

  /** Adds values to the list of the same field and operator. */
  #addToList(path: readonly string[], operator: string, values: readonly string[]): void {
    const index = this.#nodes.findIndex(
      (node) => node.kind === 'condition' && node.operator === operator && node.path.join() === path.join(),
    );
    const existing = this.#nodes[index];
    if (existing?.kind === 'condition') this.#nodes[index] = { ...existing, values: [...existing.values, ...values] };
    else this.#nodes.push({ kind: 'condition', path, operator, values });
  }

  #addToGroup(kind: GroupKind, path: readonly string[], value: string): boolean {
    const [alternativeName, ...pathInAlternative] = path;
    if (alternativeName === undefined || !/^\d{0,4}$/.test(alternativeName)) return false;
    const { alternatives } = this.#findGroup(kind);
    // Each empty `[]` starts a new alternative.
    const key = alternativeName === '' ? `#${alternatives.size}` : String(Number(alternativeName));
    const level = alternatives.get(key) ?? new Level();
    if (!level.add(pathInAlternative, value)) return false;
    alternatives.set(key, level);
    return true;
  }

  /** Finds the group of a kind, or adds it. */
  #findGroup(kind: GroupKind): OpenGroup {
    const existingGroup = this.#nodes.find((node): node is OpenGroup => node.kind === 'group' && node.group === kind);
    if (existingGroup !== undefined) return existingGroup;
    const group: OpenGroup = { kind: 'group', group: kind, alternatives: new Map() };
    this.#nodes.push(group);
    return group;
  }

  nodes(): readonly FilterNode[] {
    return this.#nodes.map((node): FilterNode => {
      if (node.kind === 'condition') return node;
      const alternatives = [...node.alternatives.values()].map((level) => level.nodes());
      return { kind: 'group', group: node.group, alternatives } satisfies Group;
    });
  }
}
