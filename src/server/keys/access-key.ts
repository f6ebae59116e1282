/**
 * A key that opens spaces, as the file of keys has it.
 */

/** A plain value, which can be sent to another thread. */
export interface AccessKey {
  /** Unique in the file; what log and metrics call it. */
  readonly name: string;
  /** Of the secret: 64 hexadecimal digits. */
  readonly sha256: string;
  /** Names of the spaces that it opens, or `*` alone for every one. */
  readonly spaces: readonly string[];
  /** The instant from which it opens nothing, as ISO 8601 in UTC; absent: never. */
  readonly expires?: string;
  /** Requests a second; absent: as many as there are. */
  readonly rate?: number;
  /** Whether it reads the unpublished snapshot of a space that has one. */
  readonly preview?: true;
}

export const EVERY_SPACE = '*';

export const opens = ({ spaces }: AccessKey, space: string): boolean =>
  spaces.includes(space) || spaces[0] === EVERY_SPACE;
