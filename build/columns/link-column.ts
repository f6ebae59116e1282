/**
 * Collects the links of a relationship as the export wrote them, and resolves them after the ids of all types are read.
 *
 * Elsewhere: the distinct targets (written-targets), and the sections made of links (link-sections).
 */
import { InvariantError } from '../../src/content/errors/index.js';
import { type ContentType, type DocId, docId, type RelationshipField } from '../../src/content/model/index.js';
import type { AnySection } from '../../src/format/index.js';
import type { LinksOfBlock, LinkTarget } from '../read/index.js';
import { sortRecords } from '../sorting/index.js';
import {
  type BuildContext,
  checkLinks,
  discard,
  LinkSpool,
  type LinksOfDocs,
  RecordSpool,
  type ScratchFolder,
  type WorkClock,
} from '../work/index.js';
import { buildLinkSections, type ResolvedLinks } from './resolved-links.js';
import { WrittenTargets } from './written-targets.js';

/** Targets looked up before their keys are written. */
const targetsPerBatch = 2 ** 14;

/** A resolved target: its type as index in the field's `to`, and its doc there. */
export interface ResolvedTarget {
  readonly typeIndex: number;
  readonly doc: DocId;
}

/** Resolves targets by the ids of all types, and reports links that are dropped. */
export interface LinkReporter {
  /** @returns undefined if there is no such item or more than one. Called once per distinct target. */
  resolve(field: RelationshipField, target: LinkTarget): ResolvedTarget | undefined;
  /** Called for each link whose target was not resolved. */
  reportDropped(type: ContentType, field: RelationshipField, doc: DocId, target: LinkTarget): void;
  /** Called for each link of a doc whose target an earlier link of the doc has. */
  reportRepeated(type: ContentType, field: RelationshipField, doc: DocId, target: LinkTarget): void;
}

/** Collects the links of one relationship, in doc order. */
export class LinkColumnBuilder {
  readonly #type: ContentType;
  readonly #field: RelationshipField;
  readonly #distinct: WrittenTargets;
  /** Links as the export wrote them: numbers of distinct targets. */
  readonly #collected: LinkSpool;
  /** Resolved links: indexes of sorted targets. */
  readonly #resolved: LinkSpool;
  #populated = 0;
  /** Keys of the resolved targets, ascending: the index of the type in `to` as one byte, then the id. */
  #targets: RecordSpool | undefined;
  /** As in ResolvedLinks. */
  readonly #typeEnds: Uint32Array;

  constructor(type: ContentType, field: RelationshipField, scratch: ScratchFolder) {
    this.#type = type;
    this.#field = field;
    this.#typeEnds = new Uint32Array(field.to.length);
    this.#distinct = new WrittenTargets(field);
    this.#collected = new LinkSpool(scratch);
    this.#resolved = new LinkSpool(scratch);
  }

  /** Adds the links of several docs. */
  append({ counts, targets }: LinksOfBlock): void {
    for (const count of counts) this.#collected.addDoc(count);
    this.#distinct.internTargets(targets, (number) => this.#collected.addLink(number));
  }

  /** Writes pending links to a file if they are many. */
  settle(): Promise<void> {
    return this.#collected.flushIfLarge();
  }

  /** Call when all links are added: writes the rest to files if it is large. */
  finishAdding(): Promise<void> {
    return this.#collected.finish();
  }

  /** Number of docs with a resolved link, once links are resolved. */
  get populated(): number {
    return this.#populated;
  }

  /** Bytes of memory in use until links are resolved. */
  get heldBytes(): number {
    return this.#distinct.byteLength;
  }

  /** Bytes of the numbers that its sections are made from, once links are resolved. */
  get byteLength(): number {
    return this.#resolved.byteLength + (this.#targets?.count ?? 0) * Uint32Array.BYTES_PER_ELEMENT;
  }

  /**
   * Resolves the links, and frees the collected ones. Call when the ids of all types are read.
   *
   * Separate from `sections`, so that all bad links are reported before anything is written.
   *
   * @param clock receives the time of each structure
   * @returns target index → doc in the target's type
   * Cost: O(bytes of the targets · log targets + links). Memory: 12 bytes per target in addition to its bytes, 8 more
   * while targets are sorted, and the memory of sorting.
   */
  async resolve(reporter: LinkReporter, context: BuildContext, clock: WorkClock): Promise<Uint32Array> {
    const { pool, scratch, runBytes, sectionBytes } = context;
    this.#distinct.close();
    const { keys, docs, types } = await this.#lookUpTargets(reporter, scratch, clock);
    const targets = new RecordSpool(scratch);
    const sorting = { pool, scratch, runBytes, reversed: false, clock };
    const { ordinals, count } = await sortRecords(keys, sorting, targets);
    await keys.remove();
    const targetDocs = new Uint32Array(count);
    for (const [number, ordinal] of ordinals.entries()) {
      if (ordinal === 0) continue;
      targetDocs[ordinal - 1] = docs[number]!;
      const type = types[number]!;
      this.#typeEnds[type] = Math.max(this.#typeEnds[type]!, ordinal);
    }
    // A type without targets ends with the type before it.
    for (let type = 1; type < this.#typeEnds.length; type += 1) {
      this.#typeEnds[type] = Math.max(this.#typeEnds[type]!, this.#typeEnds[type - 1]!);
    }
    discard(docs);
    for await (const links of this.#collected.chunks()) {
      clock.on('links');
      this.#addResolved(links, ordinals, reporter);
      clock.off();
      checkLinks(this.#type.name, this.#field.name, this.#resolved.links, sectionBytes);
      await this.#resolved.flushIfLarge();
    }
    await this.#collected.remove();
    discard(ordinals);
    this.#targets = targets;
    this.#distinct.release();
    return targetDocs;
  }

  /** @returns the links in memory, after `resolve` and before `sections`. @param docs the result of `resolve` */
  async loadLinks(docs: Uint32Array): Promise<ResolvedLinks> {
    return { ...(await this.#resolved.load()), docs, typeEnds: this.#typeEnds };
  }

  /**
   * Looks up all distinct targets.
   *
   * @returns the key of each target, empty if it is dangling; its doc, and the index of its type in `to`
   */
  async #lookUpTargets(
    reporter: LinkReporter,
    scratch: ScratchFolder,
    clock: WorkClock,
  ): Promise<{ readonly keys: RecordSpool; readonly docs: Uint32Array; readonly types: Uint8Array }> {
    const distinct = this.#distinct;
    const keys = new RecordSpool(scratch);
    const docs = new Uint32Array(distinct.size);
    const types = new Uint8Array(distinct.size);
    for (let from = 0; from < distinct.size; from += targetsPerBatch) {
      clock.on('terms');
      for (let number = from; number < Math.min(distinct.size, from + targetsPerBatch); number += 1) {
        const resolved = reporter.resolve(this.#field, distinct.readTarget(number));
        docs[number] = resolved?.doc ?? 0;
        types[number] = resolved?.typeIndex ?? 0;
        keys.push(resolved === undefined ? emptyKey : targetKey(resolved.typeIndex, distinct.readId(number)));
      }
      clock.off();
      await keys.flushIfLarge();
    }
    return { keys, docs, types };
  }

  /**
   * Builds the sections of the relationship. Call once, after `resolve`.
   *
   * @throws InvariantError if the links are not resolved yet
   */
  async sections(context: BuildContext, clock: WorkClock): Promise<AnySection[]> {
    const targets = this.#targets;
    if (targets === undefined) throw new InvariantError(`the links of ${this.#field.name} are not resolved yet`);
    this.#targets = undefined;
    return buildLinkSections({ field: this.#field, targets, resolved: this.#resolved }, context, clock);
  }

  /** Adds the links as target indexes, without dangling links and repetitions within a doc. */
  #addResolved({ firstDoc, counts, links }: LinksOfDocs, ordinals: Uint32Array, reporter: LinkReporter): void {
    /** Ordinals of the doc's targets so far. */
    const docOrdinals = new Set<number>();
    let nextLink = 0;
    for (const [index, count] of counts.entries()) {
      docOrdinals.clear();
      let resolvedCount = 0;
      const docEnd = nextLink + count;
      for (; nextLink < docEnd; nextLink += 1) {
        const number = links[nextLink]!;
        const ordinal = ordinals[number]!;
        if (ordinal === 0) {
          reporter.reportDropped(this.#type, this.#field, docId(firstDoc + index), this.#distinct.readTarget(number));
        } else if (docOrdinals.has(ordinal)) {
          reporter.reportRepeated(this.#type, this.#field, docId(firstDoc + index), this.#distinct.readTarget(number));
        } else {
          this.#resolved.addLink(ordinal - 1);
          resolvedCount += 1;
        }
        docOrdinals.add(ordinal);
      }
      this.#resolved.addDoc(resolvedCount);
      if (resolvedCount > 0) this.#populated += 1;
    }
  }
}

const emptyKey = new Uint8Array(0);

/** @param typeIndex below 256, as the model limits the types of a relationship */
function targetKey(typeIndex: number, id: Uint8Array): Uint8Array {
  const key = new Uint8Array(1 + id.byteLength);
  key[0] = typeIndex;
  key.set(id, 1);
  return key;
}
