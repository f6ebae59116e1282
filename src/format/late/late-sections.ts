/**
 * The sections of one segment that are read late, and what was opened of them.
 *
 * Invariant: what a part has opened refers only to bytes that are kept: when any group of the segment goes, all parts
 * are dropped, and opened again at the next look. Opening makes views, so that costs little.
 */
import type { WantedBlocks } from '../blocks/wanted.js';
import { LateGroup, type LateSection } from './late-group.js';
import type { LateMemory } from './late-memory.js';
import { type Droppable, LatePart, type Part } from './part.js';

export class LateSections {
  /** By section. */
  readonly #groups = new Map<string, LateGroup>();
  readonly #wanted: Pick<WantedBlocks<never>, 'wantGroup' | 'breakOff'>;
  readonly #memory: LateMemory;
  readonly #opened = new Set<Droppable>();

  /** @param file place of the segment's file among those of the snapshot */
  constructor(
    sections: readonly LateSection[],
    file: number,
    memory: LateMemory,
    wanted: Pick<WantedBlocks<never>, 'wantGroup' | 'breakOff'>,
  ) {
    this.#memory = memory;
    this.#wanted = wanted;
    const byName = new Map<string, LateSection[]>();
    for (const one of sections) byName.set(one.group, [...(byName.get(one.group) ?? []), one]);
    for (const members of byName.values()) {
      const group = new LateGroup(members, file, () => this.#drop());
      for (const { section } of members) this.#groups.set(section, group);
    }
  }

  get groups(): ReadonlySet<LateGroup> {
    return new Set(this.#groups.values());
  }

  get byteLength(): number {
    let sum = 0;
    for (const { byteLength } of this.groups) sum += byteLength;
    return sum;
  }

  /**
   * @returns the bytes of a section; undefined of one that is not read late
   * @throws BlocksAbsent where they are not in memory; its whole group is wanted then
   */
  bytesOf(section: string): Uint8Array | undefined {
    const group = this.#groups.get(section);
    if (group === undefined) return undefined;
    const bytes = group.bytes?.get(section);
    if (bytes !== undefined) return bytes;
    this.#wanted.wantGroup(group);
    return this.#wanted.breakOff();
  }

  /** @returns a part that is opened of a section's group when it is looked at; undefined of a section that is not read late */
  part<Value>(section: string, open: () => Value): Part<Value> | undefined {
    const group = this.#groups.get(section);
    if (group === undefined) return undefined;
    return new LatePart(open, (made) => {
      this.#memory.touch(group);
      this.#opened.add(made);
    });
  }

  #drop(): void {
    for (const one of this.#opened) one.drop();
    this.#opened.clear();
  }
}
