/**
 * `filter[…]` parameters → a tree of groups and conditions.
 */
import { type Condition, type FilterNode, type Group, type GroupKind, isGroupKind, isList, listOf } from './query.js';

interface GroupBeingRead {
  readonly kind: 'group';
  readonly group: GroupKind;
  readonly alternatives: Map<string, Level>;
}

/** The conditions of one alternative, or of the top. */
class Level {
  readonly #nodes: (Condition | GroupBeingRead)[] = [];

  /** @returns whether the parts are of a form that is known */
  add(parts: readonly string[], value: string): boolean {
    const [head] = parts;
    if (isGroupKind(head)) return this.#addToGroup(head, parts.slice(1), value);
    const isSpread = parts.length > 2 && /^\d*$/.test(parts.at(-1) ?? '');
    const named = isSpread ? parts.slice(0, -1) : parts;
    const operator = named.at(-1);
    if (named.length < 2 || named.length > 3 || operator === undefined || !operator.startsWith('_')) return false;
    const path = named.slice(0, -1);
    if (!isList(operator)) {
      if (isSpread) return false;
      this.#nodes.push({ kind: 'condition', path, operator, values: [value] });
      return true;
    }
    const values = isSpread ? [value] : listOf(value);
    const same = this.#nodes.findIndex(
      (node) => node.kind === 'condition' && node.operator === operator && node.path.join() === path.join(),
    );
    const before = this.#nodes[same];
    if (before?.kind === 'condition') this.#nodes[same] = { ...before, values: [...before.values, ...values] };
    else this.#nodes.push({ kind: 'condition', path, operator, values });
    return true;
  }

  #addToGroup(group: GroupKind, parts: readonly string[], value: string): boolean {
    const [place, ...rest] = parts;
    if (place === undefined || !/^\d{0,4}$/.test(place)) return false;
    let found = this.#nodes.find((node): node is GroupBeingRead => node.kind === 'group' && node.group === group);
    if (found === undefined) {
      found = { kind: 'group', group, alternatives: new Map() };
      this.#nodes.push(found);
    }
    // Each `[]` is an alternative of its own.
    const key = place === '' ? `#${found.alternatives.size}` : String(Number(place));
    const level = found.alternatives.get(key) ?? new Level();
    if (!level.add(rest, value)) return false;
    found.alternatives.set(key, level);
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

export class FilterReader {
  readonly #top = new Level();

  /** @param parts behind `filter`. @returns whether it is of a form that is known */
  add(parts: readonly string[], value: string): boolean {
    return this.#top.add(parts, value);
  }

  nodes(): readonly FilterNode[] {
    return this.#top.nodes();
  }
}
