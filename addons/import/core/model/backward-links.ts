/**
 * Fields whose links are those of another field read backwards, such as an author's books and the author of a book.
 *
 * The build derives such links if the other field has an inverse, so the export needs none of them. The links of all items are
 * compared first: an inverse must show what the source shows, item by item and in the source's order, and nothing else.
 * Elsewhere: writing the inverse into the model (offered-inverses).
 */
import { readLines } from '../../spool/line-file.js';
import type { Value } from '../../value/value.js';
import type { ContentIntake } from '../intake/content-intake.js';
import { readSpooled, type SourceField, type SourceType, type SpooledItem } from '../intake/source-type.js';
import { linksIn } from './links-in-value.js';

/** A field that may be the inverse of another one. */
export interface BackwardField {
  readonly type: SourceType;
  readonly field: SourceField;
  readonly linkingType: SourceType;
  readonly linkingField: SourceField;
  /** An integer of the linking items by which the source may sort them. */
  readonly sortField: SourceField | undefined;
}

/** An item that links to another. */
interface LinkingItem {
  readonly id: string;
  /** Undefined if it has no value: it is last. */
  readonly sortKey: number | undefined;
}

/** The order in which an inverse has the links that the source has. */
export type BackwardOrder = 'sorted' | 'exportOrder';

/** The links of one field, and the orders that have agreed with the source so far. */
class Comparison {
  readonly backward: BackwardField;
  readonly #linkingItems = new Map<string, LinkingItem[]>();
  #isSorted: boolean;
  #isInExportOrder = true;

  constructor(backward: BackwardField) {
    this.backward = backward;
    this.#isSorted = backward.sortField !== undefined;
  }

  get #isDecided(): boolean {
    return !this.#isSorted && !this.#isInExportOrder;
  }

  /** @returns the order to use; undefined if the links differ */
  get order(): BackwardOrder | undefined {
    if (this.#isSorted) return 'sorted';
    return this.#isInExportOrder ? 'exportOrder' : undefined;
  }

  addLinkingItem(item: SpooledItem): void {
    if (this.#isDecided) return;
    const { type, linkingField, sortField } = this.backward;
    const targetIds = this.#readIds(item, linkingField, type);
    const sortKey = sortField === undefined ? undefined : readInteger(item, sortField);
    for (const targetId of new Set(targetIds)) {
      const linkingItems = this.#linkingItems.get(targetId);
      if (linkingItems === undefined) this.#linkingItems.set(targetId, [{ id: item.id, sortKey }]);
      else linkingItems.push({ id: item.id, sortKey });
    }
  }

  /** Called once all linking items are added. */
  compareItem(item: SpooledItem): void {
    if (this.#isDecided) return;
    const { field, linkingType } = this.backward;
    const sourceIds = this.#readIds(item, field, linkingType);
    const linkingItems = this.#linkingItems.get(item.id) ?? [];
    this.#isInExportOrder &&= areEqual(sourceIds, linkingItems);
    this.#isSorted &&= areEqual(sourceIds, linkingItems.toSorted(compareSortKeys));
    if (this.#isDecided) this.#linkingItems.clear();
  }

  /** @returns the ids of the linked items that the export has. Links that depend on the locale, or of no such type, decide: no inverse. */
  #readIds(item: SpooledItem, field: SourceField, target: SourceType): readonly string[] {
    const ids: string[] = [];
    for (const { field: index, locale, isPlain, value } of item.values) {
      if (index !== field.index) continue;
      const links = locale === undefined && isPlain !== true ? linksIn(value).links : [undefined];
      for (const link of links) {
        if (link === undefined || link.type !== target.key) this.#refuse();
        else if (target.has(link.id)) ids.push(link.id);
      }
    }
    return ids;
  }

  #refuse(): void {
    this.#isSorted = false;
    this.#isInExportOrder = false;
  }
}

const areEqual = (ids: readonly string[], items: readonly LinkingItem[]): boolean =>
  ids.length === items.length && ids.every((id, index) => items[index]?.id === id);

const compareSortKeys = (a: LinkingItem, b: LinkingItem): number => {
  if (a.sortKey === b.sortKey) return 0;
  if (a.sortKey === undefined) return 1;
  return b.sortKey === undefined ? -1 : a.sortKey - b.sortKey;
};

/** @returns the integer as the export will have it; undefined if there is none */
function readInteger({ values }: SpooledItem, field: SourceField): number | undefined {
  const value: Value | undefined = values.find(({ field: index }) => index === field.index)?.value;
  const number = value?.kind === 'number' ? Number(value.text) : Number.NaN;
  return Number.isSafeInteger(number) ? number : undefined;
}

/**
 * @returns the fields whose links an inverse has, with the order that it has them in
 * Cost: reads the items of the types once more for each of both sides. Memory: the ids of the links of these fields.
 */
export async function findBackwardOrders(
  content: ContentIntake,
  backwardFields: readonly BackwardField[],
): Promise<ReadonlyMap<BackwardField, BackwardOrder>> {
  const comparisons = backwardFields.map((backward) => new Comparison(backward));
  await readItems(content, comparisons, {
    typeOf: ({ backward }) => backward.linkingType,
    use: (comparison, item) => comparison.addLinkingItem(item),
  });
  await readItems(content, comparisons, {
    typeOf: ({ backward }) => backward.type,
    use: (comparison, item) => comparison.compareItem(item),
  });
  const orders = new Map<BackwardField, BackwardOrder>();
  for (const { backward, order } of comparisons) if (order !== undefined) orders.set(backward, order);
  return orders;
}

interface ItemUse {
  typeOf(comparison: Comparison): SourceType;
  use(comparison: Comparison, item: SpooledItem): void;
}

/** Reads the items of each type once, in the order of the export, for all comparisons of the type. */
async function readItems(
  content: ContentIntake,
  comparisons: readonly Comparison[],
  { typeOf, use }: ItemUse,
): Promise<void> {
  for (const type of new Set(comparisons.map(typeOf))) {
    const comparisonsOfType = comparisons.filter((comparison) => typeOf(comparison) === type);
    for await (const line of readLines(type.path)) {
      content.options.signal?.throwIfAborted();
      content.memory.item();
      const item = readSpooled(line);
      if (type.has(item.id)) for (const comparison of comparisonsOfType) use(comparison, item);
    }
  }
}
