/**
 * Collecting the links of a relationship, and finding out where they lead.
 *
 * Links are collected as the export wrote them and resolved once every type's ids are known: only then can a missing
 * target be told from one that comes later.
 *
 * Elsewhere: the distinct targets (below), and what the index has of all this (link-sections).
 */
import { threshold } from '../../src/content/choices/index.js';
import { InvariantError } from '../../src/content/errors/index.js';
import { type ContentType, type DocId, docId, isOn, type RelationshipField } from '../../src/content/model/index.js';
import type { AnySection } from '../../src/format/index.js';
import { sectionNames } from '../../src/index/segment/index.js';
import {
  type ByteColumn,
  InternTable,
  internedBytesMaximum,
  type LinksOfBlock,
  type LinkTarget,
  type LinkTargets,
} from '../read/index.js';
import { type RecordRange, rangesOf, sortRecords } from '../sorting/index.js';
import {
  checkLinks,
  discard,
  inOrder,
  LinkSpool,
  type LinksOfDocs,
  RecordSpool,
  type Scratch,
  type WorkClock,
  type Workshop,
} from '../work/index.js';
import { forwardSections, linkageJob, linksJob } from './link-sections.js';

/** So many targets are looked up before they are written. */
const targetsAtOnce = 2 ** 14;
/** So much of them is rendered at once. */
const renderedBytes = 2 ** 22;

/** Where a link leads: the target's type as index in the field's `to`, and its doc there. */
export interface ResolvedTarget {
  readonly typeIndex: number;
  readonly doc: DocId;
}

/** Knows every type's ids, and hears of the links that are not kept. */
export interface LinkReporter {
  /** @returns the target, or undefined when there is none or more than one. Called once per distinct target. */
  resolve(field: RelationshipField, target: LinkTarget): ResolvedTarget | undefined;
  /** Called for every link whose target was not resolved. */
  dropped(type: ContentType, field: RelationshipField, doc: DocId, target: LinkTarget): void;
  /** Called for every link of a doc to a target that an earlier one has, once both are resolved. */
  repeated(type: ContentType, field: RelationshipField, doc: DocId, target: LinkTarget): void;
}

export class LinkColumnBuilder {
  readonly #type: ContentType;
  readonly #field: RelationshipField;
  readonly #distinct: WrittenTargets;
  /** As the export has them: links are numbers of distinct targets. */
  readonly #written: LinkSpool;
  /** Those that are kept: links are target indexes. */
  readonly #kept: LinkSpool;
  #populated = 0;
  /** The keys of distinct targets, ascending, once it is known where they lead: the type's place in `to`, then the id. */
  #targets: RecordSpool | undefined;

  constructor(type: ContentType, field: RelationshipField, scratch: Scratch) {
    this.#type = type;
    this.#field = field;
    this.#distinct = new WrittenTargets(field);
    this.#written = new LinkSpool(scratch);
    this.#kept = new LinkSpool(scratch);
  }

  /** Adds the links of several docs. */
  append({ counts, targets }: LinksOfBlock): void {
    for (const count of counts) this.#written.addDoc(count);
    this.#distinct.eachNumber(targets, (number) => this.#written.addLink(number));
  }

  settle(): Promise<void> {
    return this.#written.settle();
  }

  /** To be called when all links are added: of these nothing stays in memory where they are much. */
  finishAdding(): Promise<void> {
    return this.#written.finish();
  }

  /** How many docs have a link that leads somewhere, once links are resolved. */
  get populated(): number {
    return this.#populated;
  }

  /** What is in memory until links are resolved. */
  get heldBytes(): number {
    return this.#distinct.byteLength;
  }

  /** How many bytes of numbers its sections are made of, once links are resolved. */
  get byteLength(): number {
    return this.#kept.byteLength + (this.#targets?.count ?? 0) * Uint32Array.BYTES_PER_ELEMENT;
  }

  /**
   * Finds out where the links lead, once every type's items are added; what was collected is let go.
   *
   * Apart from `sections`, so that an export's bad links are known before anything is written.
   *
   * @param clock is told what each structure takes
   * @returns target index → doc in the target's type
   * Cost: O(bytes of the targets · log targets + links). Memory: 12 bytes a target beside its bytes, 8 more while they
   * are sorted, and what sorting takes of any column.
   */
  async resolve(reporter: LinkReporter, workshop: Workshop, clock: WorkClock): Promise<Uint32Array> {
    const { pool, scratch, runBytes, sectionBytes } = workshop;
    this.#distinct.close();
    const { keys, docs } = await this.#lookUp(reporter, scratch, clock);
    const targets = new RecordSpool(scratch);
    const sorting = { pool, scratch, runBytes, reversed: false, clock };
    const { ordinals, count } = await sortRecords(keys, sorting, targets);
    await keys.remove();
    const targetDocs = new Uint32Array(count);
    for (const [number, ordinal] of ordinals.entries()) if (ordinal > 0) targetDocs[ordinal - 1] = docs[number]!;
    discard(docs);
    for await (const links of this.#written.docs()) {
      clock.on('links');
      this.#keep(links, ordinals, reporter);
      clock.off();
      checkLinks(this.#type.name, this.#field.name, this.#kept.links, sectionBytes);
      await this.#kept.settle();
    }
    await this.#written.remove();
    discard(ordinals);
    this.#targets = targets;
    this.#distinct.release();
    return targetDocs;
  }

  /** @returns the key of each target, empty where it leads nowhere, and the doc */
  async #lookUp(
    reporter: LinkReporter,
    scratch: Scratch,
    clock: WorkClock,
  ): Promise<{ readonly keys: RecordSpool; readonly docs: Uint32Array }> {
    const distinct = this.#distinct;
    const keys = new RecordSpool(scratch);
    const docs = new Uint32Array(distinct.size);
    for (let from = 0; from < distinct.size; from += targetsAtOnce) {
      clock.on('terms');
      for (let number = from; number < Math.min(distinct.size, from + targetsAtOnce); number += 1) {
        const resolved = reporter.resolve(this.#field, distinct.at(number));
        docs[number] = resolved?.doc ?? 0;
        keys.push(resolved === undefined ? nothing : targetKey(resolved.typeIndex, distinct.idOf(number)));
      }
      clock.off();
      await keys.settle();
    }
    return { keys, docs };
  }

  /**
   * To be called once.
   *
   * @throws InvariantError when the links are not resolved yet
   * Memory: 4 bytes a doc, 8 a link and 8 a target, and for each thread some targets.
   */
  async sections({ pool, scratch }: Workshop, clock: WorkClock): Promise<AnySection[]> {
    const targets = this.#targets;
    if (targets === undefined) throw new InvariantError(`the links of ${this.#field.name} are not resolved yet`);
    this.#targets = undefined;
    const field = this.#field.name;
    const names = sectionNames(field);
    const linkage = new RecordSpool(scratch);
    const render = async ({ from, to, start, end }: RecordRange): Promise<ByteColumn> => {
      const bytes = await targets.bytesBetween(start, end);
      return pool.run(
        linkageJob,
        { types: this.#field.to, bytes, lengths: await targets.lengthsBetween(from, to) },
        clock,
      );
    };
    await inOrder(
      await rangesOf(targets.lengthPieces(), threshold('links.rendered', renderedBytes)),
      pool.threads,
      render,
      async (made) => {
        await linkage.write(made.bytes, made.lengths);
        discard(made);
      },
    );
    const { starts, links } = await this.#kept.load();
    await this.#kept.remove();
    const made = isOn(this.#field, 'filter')
      ? await pool.run(linksJob, { field, targetCount: targets.count, starts, links }, clock)
      : forwardSections(field, starts, links);
    return [...(await targets.sections(names.terms)), ...made, ...(await linkage.sections(names.linkage))];
  }

  /** Keeps the links with their targets' indexes, without those that lead nowhere or come twice in one doc. */
  #keep({ firstDoc, counts, links }: LinksOfDocs, ordinals: Uint32Array, reporter: LinkReporter): void {
    const seen = new Set<number>();
    let link = 0;
    for (const [index, count] of counts.entries()) {
      seen.clear();
      let kept = 0;
      for (const end = link + count; link < end; link += 1) {
        const number = links[link]!;
        const ordinal = ordinals[number]!;
        if (ordinal === 0)
          reporter.dropped(this.#type, this.#field, docId(firstDoc + index), this.#distinct.at(number));
        else if (seen.has(ordinal)) {
          reporter.repeated(this.#type, this.#field, docId(firstDoc + index), this.#distinct.at(number));
        } else {
          this.#kept.addLink(ordinal - 1);
          kept += 1;
        }
        seen.add(ordinal);
      }
      this.#kept.addDoc(kept);
      if (kept > 0) this.#populated += 1;
    }
  }
}

const nothing = new Uint8Array(0);

/** @param typeIndex one byte: the model allows a relationship no more types than that */
function targetKey(typeIndex: number, id: Uint8Array): Uint8Array {
  const key = new Uint8Array(1 + id.byteLength);
  key[0] = typeIndex;
  key.set(id, 1);
  return key;
}

// The distinct targets of a relationship, as the export wrote them: an id, with or without its type.
//
// They are bytes, and a number each, in the order they were met; what an error or a warning tells of one is made a text
// when it is asked for.

export class WrittenTargets {
  readonly #field: RelationshipField;
  /** Of each target: one byte, as in `LinkTargets.types`, then the id. The model allows no more types than that. */
  readonly #keys: InternTable;
  readonly #key = Buffer.allocUnsafe(internedBytesMaximum);

  constructor(field: RelationshipField) {
    this.#field = field;
    this.#keys = new InternTable(`the items that ${field.name} leads to`);
  }

  get size(): number {
    return this.#keys.size;
  }

  /** What it holds now. */
  get byteLength(): number {
    return this.#keys.byteLength;
  }

  /** Calls back with the number of each target of a block. Cost: O(bytes), on average. */
  eachNumber({ ids, types }: LinkTargets, add: (number: number) => void): void {
    const { bytes, lengths } = ids;
    const key = this.#key;
    let at = 0;
    for (let link = 0; link < lengths.length; link += 1) {
      const end = at + lengths[link]!;
      key[0] = types[link]!;
      let keyEnd = 1;
      for (; at < end; at += 1, keyEnd += 1) key[keyEnd] = bytes[at]!;
      add(this.#keys.intern(key, 0, keyEnd));
    }
  }

  /** A target, by its number. @throws InvariantError where there is none, and after `release` */
  at(number: number): LinkTarget {
    const key = this.#keys.bytes(number);
    const place = key[0]!;
    const type = place === 0 ? undefined : this.#field.to[place - 1];
    if (place > 0 && type === undefined) throw new InvariantError(`${this.#field.name} has no type ${place - 1}`);
    return { type, id: Buffer.from(key.buffer, key.byteOffset + 1, key.byteLength - 1).toString('utf8') };
  }

  /** @returns a view of the target's id in UTF-8 */
  idOf(number: number): Uint8Array {
    return this.#keys.bytes(number).subarray(1);
  }

  /** Lets go of what finds a target's number, once all are met. */
  close(): void {
    discard(this.#keys.keepStrings());
  }

  /** Lets go of everything but `size`. */
  release(): void {
    discard(this.#keys.release());
  }
}
