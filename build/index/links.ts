/**
 * Building the index of a relationship: its own dictionary of targets, each of them rendered, the links doc by doc, and
 * who links to whom.
 *
 * Links are collected as the export wrote them and resolved once every type's ids are known: only then can a missing
 * target be told from one that comes later.
 */
import { InvariantError } from '../../src/errors/index.js';
import { GrowingRecords, GrowingU32, type RecordParts, type SectionInput } from '../../src/format/index.js';
import type { ContentType, RelationshipField } from '../../src/model/index.js';
import { sectionNames } from '../../src/segment/index.js';
import { detached } from '../ingest/index.js';
import type { LinkTarget } from '../ingest/item.js';
import type { LinksOfBlock } from './blocks/columns.js';
import { LinkSpool, type LinksOfDocs } from './scratch/link-spool.js';
import type { Scratch } from './scratch/scratch.js';
import { buildDictionary } from './sorting/in-memory.js';
import type { WorkClock } from './work-clock.js';

/** Where a link leads: the target's type as index in the field's `to`, and its doc there. */
export interface ResolvedTarget {
  readonly typeIndex: number;
  readonly doc: number;
}

/** Knows every type's ids, and hears of the links that are not kept. */
export interface LinkReporter {
  /** @returns the target, or undefined when there is none or more than one. Called once per distinct target. */
  resolve(field: RelationshipField, target: LinkTarget): ResolvedTarget | undefined;
  /** Called for every link whose target was not resolved. */
  dropped(type: ContentType, field: RelationshipField, doc: number, target: LinkTarget): void;
  /** Called for every link of a doc to a target that an earlier one has, once both are resolved. */
  repeated(type: ContentType, field: RelationshipField, doc: number, target: LinkTarget): void;
}

/** A relationship's resolved links as plain data. */
export interface LinksInput {
  readonly field: RelationshipField;
  readonly targets: RecordParts;
  readonly starts: Uint32Array;
  readonly links: Uint32Array;
}

export class LinkColumnBuilder {
  readonly #type: ContentType;
  readonly #field: RelationshipField;
  #distinct: LinkTarget[] = [];
  #numbers = new Map<string, number>();
  /** As the export has them: links are numbers of distinct targets. */
  #written: LinkSpool;
  /** Those that are kept: links are target indexes. */
  readonly #kept: LinkSpool;
  /** Distinct targets, by `targetKey`, once it is known where they lead. */
  #targets: GrowingRecords | undefined;

  constructor(type: ContentType, field: RelationshipField, scratch: Scratch) {
    this.#type = type;
    this.#field = field;
    this.#written = new LinkSpool(scratch);
    this.#kept = new LinkSpool(scratch);
  }

  add(targets: readonly LinkTarget[] | undefined): void {
    this.#written.addDoc(targets?.length ?? 0);
    for (const target of targets ?? []) this.#written.addLink(this.#intern(target));
  }

  /** Adds the links of several docs. */
  append({ counts, targets: { ids, types } }: LinksOfBlock): void {
    const bytes = Buffer.from(ids.bytes.buffer, ids.bytes.byteOffset, ids.bytes.byteLength);
    for (const count of counts) this.#written.addDoc(count);
    let at = 0;
    for (const [link, length] of ids.lengths.entries()) {
      const type = types[link] === 0 ? undefined : this.#field.to[types[link]! - 1];
      this.#written.addLink(this.#intern({ type, id: bytes.toString('utf8', at, at + length) }));
      at += length;
    }
  }

  settle(): Promise<void> {
    return this.#written.settle();
  }

  /** What `input` gives takes about so many bytes. */
  get byteLength(): number {
    return this.#kept.byteLength;
  }

  #intern(target: LinkTarget): number {
    // Names and ids hold no control characters, so the key is unambiguous.
    const key = `${target.type ?? ''}\u0000${target.id}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#distinct.length);
    this.#distinct.push({ type: target.type, id: detached(target.id) });
    return this.#distinct.length - 1;
  }

  /**
   * Finds out where the links lead, once every type's items are added; what was collected is let go.
   *
   * Apart from `input`, so that an export's bad links are known before anything is written.
   *
   * @param clock is told what each structure takes
   * @returns target index → doc in the target's type
   */
  async resolve(reporter: LinkReporter, clock: WorkClock): Promise<Uint32Array> {
    clock.on('terms');
    const records = new GrowingRecords();
    const docs = new GrowingU32();
    const kept = new GrowingU32();
    for (const [number, target] of this.#distinct.entries()) {
      const resolved = reporter.resolve(this.#field, target);
      if (resolved !== undefined) kept.push(number);
      docs.push(resolved?.doc ?? 0);
      records.push(targetKey(resolved?.typeIndex ?? 0, target.id));
    }
    const { terms: targets, ordinals } = buildDictionary(records, kept.view());
    const targetDocs = new Uint32Array(targets.count);
    for (const number of kept.view()) targetDocs[ordinals[number]! - 1] = docs.at(number);
    clock.off();
    for await (const links of this.#written.docs()) {
      clock.on('links');
      this.#keep(links, ordinals, reporter);
      clock.off();
      await this.#kept.settle();
    }
    await this.#written.remove();
    this.#targets = targets;
    this.#distinct = [];
    this.#numbers = new Map();
    return targetDocs;
  }

  /**
   * @returns what its sections follow from
   * @throws InvariantError when the links are not resolved yet
   */
  async input(): Promise<LinksInput> {
    if (this.#targets === undefined) throw new InvariantError(`the links of ${this.#field.name} are not resolved yet`);
    const { parts } = this.#targets;
    this.#targets = undefined;
    return { field: this.#field, targets: parts, ...(await this.#kept.load()) };
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
        if (ordinal === 0) reporter.dropped(this.#type, this.#field, firstDoc + index, this.#distinct[number]!);
        else if (seen.has(ordinal)) {
          reporter.repeated(this.#type, this.#field, firstDoc + index, this.#distinct[number]!);
        } else {
          this.#kept.addLink(ordinal - 1);
          kept += 1;
        }
        seen.add(ordinal);
      }
      this.#kept.addDoc(kept);
    }
  }
}

/**
 * The bytes that stand for a target in the relationship's dictionary.
 *
 * @param typeIndex one byte: the model allows a relationship no more types than that
 */
export function targetKey(typeIndex: number, id: string): Uint8Array {
  const key = Buffer.alloc(1 + Buffer.byteLength(id));
  key[0] = typeIndex;
  key.write(id, 1, 'utf8');
  return key;
}

export function linkSections({ field, targets: parts, starts, links }: LinksInput, clock: WorkClock): SectionInput[] {
  const names = sectionNames(field.name);
  clock.on('terms');
  const targets = GrowingRecords.of(parts);
  const terms = targets.sections(names.terms);
  const inverse = invert(starts, links, targets.count, clock);
  clock.on('linkage');
  return [
    ...terms,
    { name: names.linkStarts, data: starts },
    { name: names.linkTargets, data: links },
    { name: names.docs, data: inverse.docs },
    { name: names.starts, data: inverse.starts },
    ...renderLinkage(field, targets),
  ];
}

/** Target → docs, ascending: a counting sort over the links. */
function invert(
  starts: Uint32Array,
  targets: Uint32Array,
  targetCount: number,
  clock: WorkClock,
): { docs: Uint32Array; starts: Uint32Array } {
  clock.on('starts');
  const out = new Uint32Array(targetCount + 1);
  for (const target of targets) out[target + 1]! += 1;
  for (let target = 0; target < targetCount; target += 1) out[target + 1]! += out[target]!;
  clock.on('docs');
  const next = out.slice();
  const docs = new Uint32Array(targets.length);
  for (let doc = 0; doc + 1 < starts.length; doc += 1) {
    for (let link = starts[doc]!; link < starts[doc + 1]!; link += 1) docs[next[targets[link]!]!++] = doc;
  }
  return { docs, starts: out };
}

/** Each target as it is delivered, with a comma: any links of an item are these, one behind the other. */
function renderLinkage(field: RelationshipField, terms: GrowingRecords): SectionInput[] {
  const rendered = new GrowingRecords();
  for (let target = 0; target < terms.count; target += 1) {
    const key = terms.view(target);
    rendered.pushText(`{"type":"${field.to[key[0]!]!}","id":${JSON.stringify(key.toString('utf8', 1))}},`);
  }
  return rendered.sections(sectionNames(field.name).linkage);
}
