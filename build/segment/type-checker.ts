/**
 * Reads the ids and links of one content type, and checks its links, without indexing or writing anything.
 *
 * It is the counterpart of the type builder (type-builder) for `stele check`.
 */
import {
  type ContentType,
  type DocId,
  docId,
  isInverse,
  type RelationshipField,
  storedType,
} from '../../src/content/model/index.js';
import { GrowingU32, SECTION_BYTES_MAXIMUM } from '../../src/format/index.js';
import { type LinkReporter, WrittenTargets } from '../columns/index.js';
import { type BlockColumn, IdTable, type ItemColumns } from '../read/index.js';
import { checkItems, WorkClock } from '../work/index.js';
import type { ItemsBuilder } from './read-items.js';

export class TypeChecker implements ItemsBuilder {
  readonly type: ContentType;
  readonly ids = new IdTable();
  readonly clock = new WorkClock();
  readonly #links: readonly { readonly place: number; readonly links: LinkChecker }[];

  constructor(type: ContentType) {
    this.type = type;
    const links: { readonly place: number; readonly links: LinkChecker }[] = [];
    for (const [place, field] of storedType(type).fields.entries()) {
      if (field.type !== 'relationship' || field.images === true || isInverse(field)) continue;
      links.push({ place, links: new LinkChecker(type, field) });
    }
    this.#links = links;
  }

  get size(): number {
    return this.ids.size;
  }

  append({ columns }: ItemColumns): void {
    checkItems(this.type.name, this.size, SECTION_BYTES_MAXIMUM);
    for (const { place, links } of this.#links) links.append(columns[place]);
  }

  async settle(): Promise<void> {}

  async finishReading(): Promise<void> {}

  docOf(id: string): DocId | undefined {
    return this.ids.rankOf(id);
  }

  /** Call it after the items of all types are read. Cost: O(links). */
  resolveLinks(reporter: LinkReporter): void {
    for (const { links } of this.#links) links.resolve(reporter);
  }
}

/** The links of one relationship. Memory: 4 bytes per item and per link, and each distinct target once. */
class LinkChecker {
  readonly #type: ContentType;
  readonly #field: RelationshipField;
  readonly #targets: WrittenTargets;
  readonly #counts = new GrowingU32();
  /** Target numbers, item by item. */
  readonly #links = new GrowingU32();

  constructor(type: ContentType, field: RelationshipField) {
    this.#type = type;
    this.#field = field;
    this.#targets = new WrittenTargets(field);
  }

  append(column: BlockColumn | undefined): void {
    if (column?.kind !== 'links') return;
    for (const count of column.counts) this.#counts.push(count);
    this.#targets.internTargets(column.targets, (number) => this.#links.push(number));
  }

  resolve(reporter: LinkReporter): void {
    const field = this.#field;
    const resolved = Array.from({ length: this.#targets.size }, (_, number) =>
      reporter.resolve(field, this.#targets.readTarget(number)),
    );
    const links = this.#links.view();
    let nextLink = 0;
    for (const [doc, count] of this.#counts.view().entries()) {
      /** Type and doc of the targets so far: a target written with its type and one without may be the same doc. */
      const targetKeys = new Set<string>();
      const docEnd = nextLink + count;
      for (; nextLink < docEnd; nextLink += 1) {
        const targetNumber = links[nextLink]!;
        const target = resolved[targetNumber];
        if (target === undefined) {
          reporter.reportDropped(this.#type, field, docId(doc), this.#targets.readTarget(targetNumber));
          continue;
        }
        if (count === 1) continue;
        const key = `${target.typeIndex} ${target.doc}`;
        if (targetKeys.has(key)) {
          reporter.reportRepeated(this.#type, field, docId(doc), this.#targets.readTarget(targetNumber));
        }
        targetKeys.add(key);
      }
    }
  }
}
