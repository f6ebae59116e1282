/**
 * What the disk in memory consists of: files and folders, each as it is and as a power cut would leave it.
 */
import type { OpenFile } from '../../src/format/files/index.js';

export interface FileNode {
  readonly kind: 'file';
  /** Of no other node. */
  readonly number: number;
  /** How often it was written to. */
  writes: number;
  bytes: Uint8Array;
  byteLength: number;
  synced: Uint8Array;
  modifiedMs: number;
}

export interface FolderNode {
  readonly kind: 'folder';
  readonly number: number;
  readonly entries: Map<string, DiskNode>;
  /** The entries that a power cut leaves. */
  readonly synced: Map<string, DiskNode>;
  modifiedMs: number;
}

export type DiskNode = FileNode | FolderNode;

/** One entry of a folder that becomes something else, or nothing. */
export interface EntryChange {
  readonly folder: FolderNode;
  readonly name: string;
  readonly node: DiskNode | undefined;
}

/** Decides what a power cut spares: integers from 0 to bound - 1. */
export type Below = (bound: number) => number;

let nodes = 0;
const nextNumber = (): number => {
  nodes += 1;
  return nodes;
};

export const newFolder = (): FolderNode => ({
  kind: 'folder',
  number: nextNumber(),
  entries: new Map(),
  synced: new Map(),
  modifiedMs: Date.now(),
});

export const newFile = (bytes: Uint8Array): FileNode => ({
  kind: 'file',
  number: nextNumber(),
  writes: 0,
  bytes,
  byteLength: bytes.byteLength,
  synced: bytes,
  modifiedMs: Date.now(),
});

export const contentOf = (file: FileNode): Uint8Array => file.bytes.subarray(0, file.byteLength);

export function applyTo(entries: Map<string, DiskNode>, name: string, node: DiskNode | undefined): void {
  if (node === undefined) entries.delete(name);
  else entries.set(name, node);
}

export function openFile(file: FileNode): Omit<OpenFile, 'close'> {
  return {
    read: async (into, length, position) => {
      const found = contentOf(file).subarray(position, position + length);
      into.set(found);
      return found.byteLength;
    },
    write: async (bytes, position) => {
      const end = position + bytes.byteLength;
      if (file.bytes.byteLength < end || file.bytes === file.synced) {
        const grown = new Uint8Array(Math.max(end, 2 * file.byteLength));
        grown.set(contentOf(file));
        file.bytes = grown;
      }
      file.bytes.set(bytes, position);
      file.byteLength = Math.max(file.byteLength, end);
      file.modifiedMs = Date.now();
      file.writes += 1;
      return bytes.byteLength;
    },
    sync: async () => {
      file.synced = contentOf(file).slice();
    },
  };
}

/** What a power cut leaves of a file: all that was synced, and of the rest nothing, all, a part, or zeros. */
export function survivingBytes(file: FileNode, below: Below): Uint8Array {
  const now = contentOf(file);
  if (Buffer.compare(now, file.synced) === 0) return file.synced;
  switch (below(4)) {
    case 0:
      return file.synced;
    case 1:
      return now.slice();
    case 2:
      return now.slice(0, below(now.byteLength + 1));
    default: {
      const bytes = now.slice();
      bytes.fill(0, below(now.byteLength + 1));
      return bytes;
    }
  }
}
