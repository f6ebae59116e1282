/**
 * The column of an inverse relationship: its links are derived from another relationship, not read from the export.
 *
 * Elsewhere: inverting the links (inverse-links), the sections, which are those of any relationship (resolved-links).
 */
import { InvariantError } from '../../src/content/errors/index.js';
import type { RelationshipField } from '../../src/content/model/index.js';
import type { AnySection } from '../../src/format/index.js';
import { sortRecords } from '../sorting/index.js';
import {
  type BuildContext,
  checkLinks,
  discard,
  LinkSpool,
  RecordSpool,
  type ScratchFolder,
  type WorkClock,
} from '../work/index.js';
import type { InverseLinks } from './inverse-links.js';
import { buildLinkSections } from './resolved-links.js';

/** Ids written at once. */
const idsPerBatch = 2 ** 14;
/** Docs whose links are added at once. */
const docsPerBatch = 2 ** 14;

const noId = new Uint8Array(0);

/** The items of the type that links. */
export interface LinkingItems {
  readonly size: number;
  /** @returns a view of the item's id in UTF-8 */
  idOf(doc: number): Uint8Array;
}

export class InverseColumnBuilder {
  readonly #type: string;
  readonly #field: RelationshipField;
  readonly #resolved: LinkSpool;
  #populated = 0;
  #targets: RecordSpool | undefined;

  /** @param type name of the type that has the inverse */
  constructor(type: string, field: RelationshipField, scratch: ScratchFolder) {
    this.#type = type;
    this.#field = field;
    this.#resolved = new LinkSpool(scratch);
  }

  /** Number of docs with a link, after `derive`. */
  get populated(): number {
    return this.#populated;
  }

  /** Bytes of the numbers that its sections are made from, after `derive`. */
  get byteLength(): number {
    return this.#resolved.byteLength + (this.#targets?.count ?? 0) * Uint32Array.BYTES_PER_ELEMENT;
  }

  /**
   * Takes the links. Call it once, while ids can be looked up.
   *
   * @param clock receives the time of each structure
   * @returns target index → doc of the linking type
   * Cost: O(bytes of the linking items' ids · log items + links). Memory: 8 bytes per linking item, and the memory of sorting.
   */
  async derive(
    { starts, docs }: InverseLinks,
    items: LinkingItems,
    context: BuildContext,
    clock: WorkClock,
  ): Promise<Uint32Array> {
    const { pool, scratch, runBytes, sectionBytes } = context;
    const keys = await writeKeys(docs, items, scratch);
    const targets = new RecordSpool(scratch);
    const { ordinals, count } = await sortRecords(keys, { pool, scratch, runBytes, reversed: false, clock }, targets);
    await keys.remove();
    const targetDocs = new Uint32Array(count);
    for (const [doc, ordinal] of ordinals.entries()) if (ordinal > 0) targetDocs[ordinal - 1] = doc;
    checkLinks(this.#type, this.#field.name, docs.length, sectionBytes);
    const size = starts.length - 1;
    for (let from = 0; from < size; from += docsPerBatch) {
      for (let doc = from; doc < Math.min(size, from + docsPerBatch); doc += 1) {
        const count = starts[doc + 1]! - starts[doc]!;
        for (let link = starts[doc]!; link < starts[doc + 1]!; link += 1) {
          this.#resolved.addLink(ordinals[docs[link]!]! - 1);
        }
        this.#resolved.addDoc(count);
        if (count > 0) this.#populated += 1;
      }
      await this.#resolved.flushIfLarge();
    }
    await this.#resolved.finish();
    discard(ordinals);
    this.#targets = targets;
    return targetDocs;
  }

  /** Builds the sections. Call once, after `derive`. @throws InvariantError before it */
  async sections(context: BuildContext, clock: WorkClock): Promise<AnySection[]> {
    const targets = this.#targets;
    if (targets === undefined) throw new InvariantError(`the links of ${this.#field.name} are not derived yet`);
    this.#targets = undefined;
    return buildLinkSections({ field: this.#field, targets, resolved: this.#resolved }, context, clock);
  }
}

/** @returns doc of the linking type → its key, as in `CollectedLinks`: empty if it links to no item of the target type */
async function writeKeys(
  docs: Uint32Array,
  { size, idOf }: LinkingItems,
  scratch: ScratchFolder,
): Promise<RecordSpool> {
  const isLinking = new Uint8Array(size);
  for (const doc of docs) isLinking[doc] = 1;
  const keys = new RecordSpool(scratch);
  for (let from = 0; from < size; from += idsPerBatch) {
    for (let doc = from; doc < Math.min(size, from + idsPerBatch); doc += 1) {
      keys.push(isLinking[doc] === 1 ? keyOf(idOf(doc)) : noId);
    }
    await keys.flushIfLarge();
  }
  return keys;
}

/** An inverse leads to one type, so the type's index is 0. */
function keyOf(id: Uint8Array): Uint8Array {
  const key = new Uint8Array(1 + id.byteLength);
  key.set(id, 1);
  return key;
}
