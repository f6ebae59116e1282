/**
 * Filters behind relationships to distributed types: a few related ids are read first and become a condition on the links.
 *
 * Each shard then finds these links by their index. It cannot estimate how many rows Citus sends it, so it would read all links:
 * with 300,000 articles, 1.5 s instead of 0.1 s. More ids stay in the filter, and its statement collects them.
 * Cost: one statement for each relationship to a distributed type; the parts of an answer share it.
 * Elsewhere: the statements of larger sets (statements/filter).
 */
import { utf8 } from '../../../src/content/model/index.js';
import type { Condition, Filter, Through } from '../../../src/engine/query/index.js';
import { relatedIdsStatement } from '../statements/list-statements.js';
import type { Ask } from '../statements/parameters.js';
import type { TypeSource } from '../statements/type-source.js';

/** More ids are not sent as parameters: a condition with so many takes each shard as long as reading all its links. */
export const RELATED_IDS_MAXIMUM = 1000;

export class RelatedIdsReader {
  readonly #ask: Ask;
  readonly #maximum: number;
  /** Filter of a request → the same filter with ids. */
  readonly #resolved = new Map<Filter, Promise<Filter>>();

  constructor(ask: Ask, maximum = RELATED_IDS_MAXIMUM) {
    this.#ask = ask;
    this.#maximum = maximum;
  }

  /**
   * @param sources types of the list; with several types the filter stays unchanged, because their relationships may differ
   * @returns a filter that selects the same items
   */
  async resolve(sources: readonly TypeSource[], filter: Filter | undefined): Promise<Filter | undefined> {
    const [source] = sources;
    if (filter === undefined || source === undefined || sources.length > 1) return filter;
    const pending = this.#resolved.get(filter) ?? this.#resolveFilter(source, filter);
    this.#resolved.set(filter, pending);
    return pending;
  }

  async #resolveFilter(source: TypeSource, filter: Filter): Promise<Filter> {
    switch (filter.kind) {
      case 'condition':
        return filter;
      case 'not':
        return { kind: 'not', child: await this.#resolveFilter(source, filter.child) };
      case 'and':
      case 'or': {
        const children = filter.children.map((child) => this.#resolveFilter(source, child));
        return { kind: filter.kind, children: await Promise.all(children) };
      }
      case 'through':
        return this.#resolveThrough(source, filter);
    }
  }

  async #resolveThrough(source: TypeSource, through: Through): Promise<Filter> {
    const { relationship, child } = through;
    const field = source.field(relationship);
    const [relatedType] = field.type === 'relationship' ? field.to : [];
    // The links of several types may have equal ids.
    const isOfOneType = field.type === 'relationship' && field.to.length === 1;
    if (child === undefined || relatedType === undefined || !isOfOneType) return through;
    const related = source.typeSource(relatedType);
    const resolvedChild = await this.#resolveFilter(related, child);
    if (!related.isDistributed && !source.isDistributed) return { ...through, child: resolvedChild };
    const rows = await this.#ask<{ id: string }>(relatedIdsStatement(related, resolvedChild, this.#maximum + 1));
    if (rows.length > this.#maximum) return { ...through, child: resolvedChild };
    return createLinkCondition(
      relationship,
      rows.map(({ id }) => id),
    );
  }
}

/** @returns a condition: the item links to one of the ids */
const createLinkCondition = (relationship: string, ids: readonly string[]): Condition => ({
  kind: 'condition',
  field: relationship,
  operator: '_in',
  operand: { kind: 'list', values: ids.map((id) => ({ kind: 'itemId', bytes: utf8(id) })) },
});
