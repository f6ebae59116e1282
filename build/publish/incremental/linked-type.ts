/**
 * A content type whose segment may be reused: its file, model and program are those of an earlier snapshot, and the segment
 * is undamaged. This file checks whether its links still have the same targets.
 *
 * A segment stores resolved links only, not dropped ones. So it stays valid if every target still exists, every missing
 * target is still missing, and no bare id has become ambiguous. Otherwise the type is built.
 */
import { InvariantError } from '../../../src/content/errors/index.js';
import {
  type ContentType,
  type DocId,
  isInverse,
  type RelationshipField,
  storedType,
} from '../../../src/content/model/index.js';
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
import type { EarlierSnapshot } from './earlier-snapshots.js';
import type { TypeInputs } from './inputs.js';

/** Looks up items of all types of this build. */
export interface ItemLookup {
  /** @returns the SHA-256 of the type's content */
  contentOf(type: string): string | undefined;
  /** Call before `docOf` of these types. */
  loadIds(types: readonly string[]): Promise<void>;
  /** @returns undefined if the type has no such item */
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

  /** Reads the ids for `docOf`. Memory: the ids, and some 20 bytes per item. */
  async loadIds(): Promise<void> {
    if (this.#ids !== undefined) return;
    const { sections } = await this.from.readSections(this.segment, isIdSection);
    this.#ids = new ItemIds(sections, this.size);
  }

  /** Releases the ids once all links are resolved. */
  releaseIds(): void {
    this.#ids = undefined;
  }

  /** @throws InvariantError before `loadIds` and after `releaseIds` */
  docOf(id: string): DocId | undefined {
    if (this.#ids === undefined) throw new InvariantError(`the ids of ${this.type.name} were not read`);
    return this.#ids.docOf(Buffer.from(id));
  }

  /** @returns the number of items with a value in each stored field, and with values of their own in each locale */
  async counts(): Promise<Pick<TypeCounts, 'populated' | 'own'>> {
    const { meta } = await this.from.readSections(this.segment, () => false);
    return { populated: populatedByField(meta), own: ownItemCounts(meta) };
  }

  /** @returns its sections' names and lengths */
  async sections(): Promise<readonly SectionEntry[]> {
    return (await this.from.readSections(this.segment, () => false)).entries;
  }

  /**
   * Inverse relationships are not included (linked-inverses).
   *
   * @returns stored relationship → target index → doc in the target's type; undefined if a link has another target now
   * Cost: O(targets) if a target type has changed, otherwise reading the earlier joins.
   */
  async findJoins(items: ItemLookup): Promise<ReadonlyMap<string, Uint32Array> | undefined> {
    const storedRelationships = storedType(this.type).relationships.filter((field) => !isInverse(field));
    if (storedRelationships.length === 0) return new Map();
    const isTarget = (section: string): boolean => isTargetSection(section, storedRelationships);
    const { meta, sections } = await this.from.readSections(this.segment, isTarget);
    const shared = sharedNames(meta);
    const relationships = storedRelationships.filter(({ name }) => !shared.has(name));
    const joins = new Map<string, Uint32Array>();
    for (const field of relationships) {
      const targets = linkTargets(sections, field.name);
      const earlierJoin = await this.#earlierJoin(field, targets.count, items);
      const join = earlierJoin ?? (await this.#newJoin(field, targets, items));
      if (join === undefined) return undefined;
      joins.set(field.name, join);
    }
    return joins;
  }

  /** @returns the earlier join if every target type has the content it had */
  async #earlierJoin(field: RelationshipField, targets: number, items: ItemLookup): Promise<Uint32Array | undefined> {
    const isUnchanged = field.to.every((name) => {
      const content = items.contentOf(name);
      return content !== undefined && this.from.types.get(name)?.content.sha256 === content;
    });
    return isUnchanged ? this.from.joinOf(this.type.name, field.name, targets) : undefined;
  }

  async #newJoin(
    field: RelationshipField,
    targets: ReturnType<typeof linkTargets>,
    items: ItemLookup,
  ): Promise<Uint32Array | undefined> {
    const { to, name } = field;
    await items.loadIds(to);
    const exists = (type: string, id: string): boolean => items.docOf(type, id) !== undefined;
    for (const [missingType, id] of this.inputs.missing.get(name) ?? []) {
      const possibleTypes = missingType === null ? to : [missingType];
      if (possibleTypes.some((type) => exists(type, id))) return undefined;
    }
    const hasBareIds = this.inputs.bare.includes(name);
    const docs = new Uint32Array(targets.count);
    for (let target = 0; target < targets.count; target += 1) {
      // A stored target is the index of its type among the target types, as one byte, and its id.
      const storedTarget = Buffer.from(targets.view(target));
      const targetType = to[storedTarget[0]!];
      const id = storedTarget.toString('utf8', 1);
      const doc = targetType === undefined ? undefined : items.docOf(targetType, id);
      if (doc === undefined) return undefined;
      // The segment does not tell which targets were written as an id alone; building the type decides.
      if (hasBareIds && to.some((otherType) => otherType !== targetType && exists(otherType, id))) return undefined;
      docs[target] = doc;
    }
    return docs;
  }
}
