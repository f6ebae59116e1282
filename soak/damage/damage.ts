/**
 * What can happen to the files of a snapshots folder: one change each, drawn at random, that alters at least one byte.
 */
import type { Below, MemoryDisk } from '../disk/index.js';

export const DAMAGES = ['flip a bit', 'truncate', 'lengthen', 'swap two files', 'delete', 'zero a block'] as const;
export type DamageKind = (typeof DAMAGES)[number];

export interface Damaged {
  /** In words, with paths and positions, so that it can be done again by hand. */
  readonly what: string;
  /** The files that changed; the complaint must have the name of one. */
  readonly paths: readonly string[];
}

const blockBytes = 512;

/** @param paths the files that may be damaged. @returns undefined where the drawn change would change nothing */
export function damage(
  disk: MemoryDisk,
  paths: readonly string[],
  kind: DamageKind,
  below: Below,
): Damaged | undefined {
  const path = paths[below(paths.length)]!;
  const bytes = disk.get(path) ?? new Uint8Array(0);
  switch (kind) {
    case 'flip a bit': {
      const [at, bit] = [below(bytes.byteLength), below(8)];
      const changed = bytes.slice();
      changed[at] = changed[at]! ^ (1 << bit);
      disk.put(path, changed);
      return { what: `bit ${bit} of byte ${at} of ${path}`, paths: [path] };
    }
    case 'truncate':
      return truncate(disk, path, 1 + below(bytes.byteLength));
    case 'lengthen': {
      const added = Uint8Array.from({ length: 1 + below(2 * blockBytes) }, () => below(256));
      disk.put(path, Buffer.concat([bytes, added]));
      return { what: `${added.byteLength} bytes added to ${path}`, paths: [path] };
    }
    case 'swap two files': {
      const other = paths[below(paths.length)]!;
      const others = disk.get(other) ?? new Uint8Array(0);
      if (Buffer.compare(bytes, others) === 0) return undefined;
      disk.put(path, others);
      disk.put(other, bytes);
      return { what: `${path} swapped with ${other}`, paths: [path, other] };
    }
    case 'delete':
      disk.put(path, undefined);
      return { what: `${path} deleted`, paths: [path] };
    case 'zero a block': {
      const from = Math.floor(below(bytes.byteLength) / blockBytes) * blockBytes;
      const changed = bytes.slice();
      changed.fill(0, from, from + blockBytes);
      if (Buffer.compare(changed, bytes) === 0) return undefined;
      disk.put(path, changed);
      return { what: `zeros from byte ${from} of ${path}`, paths: [path] };
    }
  }
}

/** Takes bytes off the end of a file. */
export function truncate(disk: MemoryDisk, path: string, byteLength: number): Damaged {
  const bytes = disk.get(path) ?? new Uint8Array(0);
  disk.put(path, bytes.slice(0, bytes.byteLength - byteLength));
  return { what: `${path} truncated by ${byteLength} bytes`, paths: [path] };
}
