/**
 * A content type that need not be built: its file, its model and the program are those of an earlier snapshot, and its
 * segment there is whole. What is left to see is whether its links still lead where they led.
 *
 * A segment has links that were resolved, and none that were dropped. So it is what a build would make again if every
 * target it has is still there, every target that was missing still is, and nothing that was clear has become
 * ambiguous. Where that fails, the type is built.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import { type ContentType, type DocId, type RelationshipField, storedType } from '../../../src/content/model/index.js';
import type { SectionEntry } from '../../../src/format/index.js';
import {
  ItemIds,
  isIdSection,
  isTargetSection,
  linkTargets,
  ownItemCounts,
  populatedByField,
  sharedNames,
} from '../../../src/index/segment/index.js';
import type { ManifestSegment, TypeCounts } from '../../../src/index/snapshot/index.js';
import type { EarlierSnapshot } from './earlier.js';
import type { TypeInputs } from './inputs.js';

/** What is known of the items of all types of this build. */
export interface KnownItems {
  /** SHA-256 of the type's content. */
  contentOf(type: string): string | undefined;
  /** To be called before `docOf` of these types. */
  prepare(types: readonly string[]): Promise<void>;
  /** @returns the doc, or undefined where the type has no such item */
  docOf(type: string, id: string): DocId | undefined;
}

export class LinkedType {
  readonly type: ContentType;
  readonly from: EarlierSnapshot;
  readonly segment: ManifestSegment;
  readonly inputs: TypeInputs;
  #ids: ItemIds | undefined;

  constructor(type: ContentType, from: EarlierSnapshot, segment: ManifestSegment, inputs: TypeInputs) {
    this.type = type;
    this.from = from;
    this.segment = segment;
    this.inputs = inputs;
  }

  get size(): number {
    return this.inputs.items;
  }

  /** Reads what `docOf` needs. Memory: the ids, and some 20 bytes an item. */
  async prepare(): Promise<void> {
    if (this.#ids !== undefined) return;
    const { sections } = await this.from.readSections(this.segment, isIdSection);
    this.#ids = new ItemIds(sections, this.size);
  }

  /** Lets go of what `prepare` has read, once no link is to be resolved any more. */
  releaseIds(): void {
    this.#ids = undefined;
  }

  /** @throws InvariantError before `prepare` and after `releaseIds` */
  docOf(id: string): DocId | undefined {
    if (this.#ids === undefined) throw new InvariantError(`the ids of ${this.type.name} were not read`);
    return this.#ids.docOf(Buffer.from(id));
  }

  /** @returns how many items have a value in each stored field, and values of their own in each locale */
  async counts(): Promise<Pick<TypeCounts, 'populated' | 'own'>> {
    const { meta } = await this.from.readSections(this.segment, () => false);
    return { populated: populatedByField(meta), own: ownItemCounts(meta) };
  }

  /** @returns its sections' names and lengths */
  async sections(): Promise<readonly SectionEntry[]> {
    return (await this.from.readSections(this.segment, () => false)).entries;
  }

  /**
   * @returns stored relationship → target index → doc in the target's type; undefined where some link leads elsewhere now
   * Cost: O(targets) where a type that is linked to has changed, otherwise reading the earlier joins.
   */
  async joins(known: KnownItems): Promise<ReadonlyMap<string, Uint32Array> | undefined> {
    const stored = storedType(this.type).relationships;
    if (stored.length === 0) return new Map();
    const wanted = (section: string): boolean => isTargetSection(section, stored);
    const { meta, sections } = await this.from.readSections(this.segment, wanted);
    const shared = sharedNames(meta);
    const relationships = stored.filter(({ name }) => !shared.has(name));
    const joins = new Map<string, Uint32Array>();
    for (const field of relationships) {
      const targets = linkTargets(sections, field.name);
      const join = (await this.#sameJoin(field, targets.count, known)) ?? (await this.#newJoin(field, targets, known));
      if (join === undefined) return undefined;
      joins.set(field.name, join);
    }
    return joins;
  }

  /** The earlier join, where every type that is linked to has the items it had. */
  async #sameJoin(field: RelationshipField, targets: number, known: KnownItems): Promise<Uint32Array | undefined> {
    const same = field.to.every((name) => {
      const content = known.contentOf(name);
      return content !== undefined && this.from.types.get(name)?.content.sha256 === content;
    });
    return same ? this.from.joinOf(this.type.name, field.name, targets) : undefined;
  }

  async #newJoin(
    field: RelationshipField,
    targets: ReturnType<typeof linkTargets>,
    known: KnownItems,
  ): Promise<Uint32Array | undefined> {
    const { to, name } = field;
    await known.prepare(to);
    const isThere = (type: string | null, id: string): boolean =>
      type === null
        ? to.some((candidate) => known.docOf(candidate, id) !== undefined)
        : known.docOf(type, id) !== undefined;
    for (const [type, id] of this.inputs.missing.get(name) ?? []) if (isThere(type, id)) return undefined;
    const bare = this.inputs.bare.includes(name);
    const docs = new Uint32Array(targets.count);
    for (let target = 0; target < targets.count; target += 1) {
      const key = Buffer.from(targets.view(target));
      const [led, id] = [to[key[0]!], key.toString('utf8', 1)];
      const doc = led === undefined ? undefined : known.docOf(led, id);
      if (doc === undefined) return undefined;
      // Which of them were written as an id alone is not known: one that may be ambiguous is looked at by building.
      if (bare && to.some((other) => other !== led && known.docOf(other, id) !== undefined)) return undefined;
      docs[target] = doc;
    }
    return docs;
  }
}
