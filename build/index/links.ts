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
import { buildDictionary } from './sorting/in-memory.js';

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

/** The links of every doc, once it is known where they lead. */
interface ResolvedLinks {
  /** Distinct targets, by `targetKey`. */
  readonly targets: GrowingRecords;
  /** Target index → doc in the target's type. */
  readonly targetDocs: Uint32Array;
  /** One per doc, and one more: links before it. */
  readonly starts: Uint32Array;
  /** Link → target index. */
  readonly links: Uint32Array;
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
  /** One per doc: links before it. */
  #starts = new GrowingU32();
  #links = new GrowingU32();
  #resolved: ResolvedLinks | undefined;

  constructor(type: ContentType, field: RelationshipField) {
    this.#type = type;
    this.#field = field;
  }

  add(targets: readonly LinkTarget[] | undefined): void {
    this.#starts.push(this.#links.length);
    for (const target of targets ?? []) this.#links.push(this.#intern(target));
  }

  /** Adds the links of several docs. */
  append({ counts, targets: { ids, types } }: LinksOfBlock): void {
    const bytes = Buffer.from(ids.bytes.buffer, ids.bytes.byteOffset, ids.bytes.byteLength);
    let link = 0;
    let at = 0;
    for (const count of counts) {
      this.#starts.push(this.#links.length);
      for (const end = link + count; link < end; link += 1) {
        const type = types[link] === 0 ? undefined : this.#field.to[types[link]! - 1];
        const next = at + ids.lengths[link]!;
        this.#links.push(this.#intern({ type, id: bytes.toString('utf8', at, next) }));
        at = next;
      }
    }
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
   * Apart from `sections`, so that an export's bad links are known before anything is written.
   */
  resolve(reporter: LinkReporter): void {
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
    this.#resolved = { targets, targetDocs, ...this.#keptLinks(ordinals, reporter) };
    this.#distinct = [];
    this.#numbers = new Map();
    this.#starts = new GrowingU32();
    this.#links = new GrowingU32();
  }

  /**
   * @returns what its sections follow from, and target index → doc in the target's type
   * @throws InvariantError when the links are not resolved yet
   */
  input(): { readonly input: LinksInput; readonly targetDocs: Uint32Array } {
    if (this.#resolved === undefined) throw new InvariantError(`the links of ${this.#field.name} are not resolved yet`);
    const { targets, targetDocs, starts, links } = this.#resolved;
    this.#resolved = undefined;
    return { input: { field: this.#field, targets: targets.parts, starts, links }, targetDocs };
  }

  /** The links with their targets' indexes, without those that lead nowhere or come twice in one doc. */
  #keptLinks(ordinals: Uint32Array, reporter: LinkReporter): { starts: Uint32Array; links: Uint32Array } {
    const starts = new Uint32Array(this.#starts.length + 1);
    const links = new GrowingU32();
    const seen = new Set<number>();
    for (let doc = 0; doc < this.#starts.length; doc += 1) {
      const end = doc + 1 < this.#starts.length ? this.#starts.at(doc + 1) : this.#links.length;
      seen.clear();
      for (let link = this.#starts.at(doc); link < end; link += 1) {
        const number = this.#links.at(link);
        const ordinal = ordinals[number]!;
        if (ordinal === 0) reporter.dropped(this.#type, this.#field, doc, this.#distinct[number]!);
        else if (seen.has(ordinal)) reporter.repeated(this.#type, this.#field, doc, this.#distinct[number]!);
        else links.push(ordinal - 1);
        seen.add(ordinal);
      }
      starts[doc + 1] = links.length;
    }
    return { starts, links: links.view() };
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

export function linkSections({ field, targets: parts, starts, links }: LinksInput): SectionInput[] {
  const names = sectionNames(field.name);
  const targets = GrowingRecords.of(parts);
  const inverse = invert(starts, links, targets.count);
  return [
    ...targets.sections(names.terms),
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
): { docs: Uint32Array; starts: Uint32Array } {
  const out = new Uint32Array(targetCount + 1);
  for (const target of targets) out[target + 1]! += 1;
  for (let target = 0; target < targetCount; target += 1) out[target + 1]! += out[target]!;
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
