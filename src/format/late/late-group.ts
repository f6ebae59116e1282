/**
 * Sections that are read late: not when their segment is opened, but as a whole when something first asks for one of
 * them. Those that are used together are a group, and are read together.
 */

/** Where a section is that is read late. A plain value, which can be sent to another thread. */
export interface LateSection {
  readonly section: string;
  /** What it is read with: sections of one file that have the same here. */
  readonly group: string;
  /** Where its bytes begin in the file. */
  readonly position: number;
  readonly byteLength: number;
  readonly crc32: number;
  /** In hexadecimal digits; undefined where the checksum is believed. */
  readonly sha256?: string | undefined;
}

/** The bytes of a group's sections, by name. */
export type GroupBytes = ReadonlyMap<string, Uint8Array>;

export class LateGroup {
  readonly sections: readonly LateSection[];
  /** Place of its file among those of the snapshot. */
  readonly file: number;
  /** Of all its sections. */
  readonly byteLength: number;
  /** Undefined while they are in the file only. */
  bytes: GroupBytes | undefined;
  /** How many answers under way need it. */
  holders = 0;
  /** Greater than that of every group that was used before. */
  usedAt = 0;
  readonly #onLeft: () => void;

  /** @param onLeft is told when its bytes were let go of: whoever has views of them drops these */
  constructor(sections: readonly LateSection[], file: number, onLeft: () => void) {
    this.sections = sections;
    this.file = file;
    this.byteLength = sections.reduce((sum, { byteLength }) => sum + byteLength, 0);
    this.#onLeft = onLeft;
  }

  leave(): void {
    this.bytes = undefined;
    this.#onLeft();
  }
}
