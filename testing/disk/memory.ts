/**
 * A disk in memory that models the cache of a real disk and the state after a power failure.
 *
 * The model is the strictest that POSIX allows: bytes of a file are durable after a sync of the file, entries of a
 * folder after a sync of the folder. After a power failure any part of the unsynced state may be lost. Elsewhere:
 * failing calls (faults).
 */
import { dirname, posix, resolve } from 'node:path';
import type { FileStat, Files, OpenFile, OpenMode } from '../../src/format/files/index.js';
import { type Below, diskError } from './faults.js';

export class MemoryDisk implements Files {
  readonly #root: FolderNode;
  /** Changes of folders that are not synced, oldest first; the changes of one element happen together. */
  #unsynced: (readonly EntryChange[])[] = [];
  #openFiles = 0;

  constructor(root: FolderNode = newFolder()) {
    this.#root = root;
  }

  /** Files opened and not yet closed. */
  get openFiles(): number {
    return this.#openFiles;
  }

  /** @returns a file's bytes, not a copy; undefined if no file is */
  get(path: string): Uint8Array | undefined {
    const node = this.#find(path);
    return node?.kind === 'file' ? contentOf(node) : undefined;
  }

  /** Puts a file there with these bytes, or nothing, as if it had always been so: durable at once. */
  put(path: string, bytes: Uint8Array | undefined): void {
    const folder = this.#makeFolders(dirname(resolve(path)), true);
    const name = posix.basename(path);
    const node = bytes === undefined ? undefined : newFile(bytes);
    applyTo(folder.entries, name, node);
    applyTo(folder.synced, name, node);
  }

  /** @returns all files below the folder, their paths sorted */
  paths(folder: string): readonly string[] {
    const found: string[] = [];
    const walk = (node: DiskNode | undefined, path: string): void => {
      if (node?.kind === 'file') found.push(path);
      else for (const [name, below] of node?.entries ?? []) walk(below, posix.join(path, name));
    };
    walk(this.#find(folder), folder);
    return found.sort();
  }

  /** @returns another disk with the same files, all of them durable */
  copy(): MemoryDisk {
    const copy = new MemoryDisk();
    for (const path of this.paths('/')) copy.put(path, this.get(path));
    return copy;
  }

  /** @returns the disk after the power returns. This disk must not be used any more. */
  afterPowerCut(below: Below): MemoryDisk {
    const survivingChanges = this.#unsynced.filter(() => below(2) === 1);
    for (const changes of survivingChanges)
      for (const { folder, name, node } of changes) applyTo(folder.synced, name, node);
    const copies = new Map<DiskNode, DiskNode>();
    const copy = (node: DiskNode): DiskNode => {
      const known = copies.get(node);
      if (known !== undefined) return known;
      if (node.kind === 'file') {
        const file = newFile(survivingBytes(node, below));
        copies.set(node, file);
        return file;
      }
      const folder = newFolder();
      copies.set(node, folder);
      for (const [name, found] of node.synced) {
        const copiedNode = copy(found);
        folder.entries.set(name, copiedNode);
        folder.synced.set(name, copiedNode);
      }
      return folder;
    };
    const root = copy(this.#root);
    return new MemoryDisk(root.kind === 'folder' ? root : newFolder());
  }

  async open(path: string, mode: OpenMode): Promise<OpenFile> {
    const found = this.#find(path);
    if (mode !== 'create') {
      if (found === undefined) throw diskError('ENOENT', 'open', path);
      if (found.kind === 'folder') throw diskError('EISDIR', 'open', path);
      return this.#opened(found);
    }
    if (found !== undefined) throw diskError('EEXIST', 'open', path);
    const file = newFile(new Uint8Array(0));
    this.#change([{ ...this.#place(path, 'open'), node: file }]);
    return this.#opened(file);
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const node = this.#find(path);
    if (node === undefined) return undefined;
    const { kind, modifiedMs, number } = node;
    const identity = `${number} ${kind === 'file' ? node.writes : 0}`;
    return { byteLength: kind === 'file' ? node.byteLength : 0, kind, modifiedMs, identity };
  }

  async realPath(path: string): Promise<string> {
    if (this.#find(path) === undefined) throw diskError('ENOENT', 'realpath', path);
    return resolve(path);
  }

  async list(folder: string): Promise<readonly string[]> {
    return [...this.#folder(folder, 'scandir').entries.keys()].sort();
  }

  async makeFolder(path: string): Promise<void> {
    this.#makeFolders(resolve(path), false);
  }

  async rename(from: string, to: string): Promise<void> {
    const node = this.#find(from);
    if (node === undefined) throw diskError('ENOENT', 'rename', from);
    const target = this.#find(to);
    if (target?.kind === 'folder') {
      if (node.kind === 'file') throw diskError('EISDIR', 'rename', to);
      if (target.entries.size > 0) throw diskError('ENOTEMPTY', 'rename', to);
    } else if (target?.kind === 'file' && node.kind === 'folder') throw diskError('ENOTDIR', 'rename', to);
    this.#change([
      { ...this.#place(from, 'rename'), node: undefined },
      { ...this.#place(to, 'rename'), node },
    ]);
  }

  async link(existing: string, added: string): Promise<void> {
    const node = this.#find(existing);
    if (node?.kind !== 'file') throw diskError(node === undefined ? 'ENOENT' : 'EPERM', 'link', existing);
    if (this.#find(added) !== undefined) throw diskError('EEXIST', 'link', added);
    this.#change([{ ...this.#place(added, 'link'), node }]);
  }

  async remove(path: string): Promise<void> {
    const node = this.#find(path);
    if (node === undefined) return;
    // Entry by entry, as a recursive removal is: a crash may leave any part of it.
    if (node.kind === 'folder') for (const name of [...node.entries.keys()]) await this.remove(posix.join(path, name));
    this.#change([{ ...this.#place(path, 'rm'), node: undefined }]);
  }

  async syncFolder(path: string): Promise<void> {
    const folder = this.#folder(path, 'fsync');
    const isOf = (changes: readonly EntryChange[]): boolean => changes.some((change) => change.folder === folder);
    for (const changes of this.#unsynced.filter(isOf)) {
      for (const change of changes) applyTo(change.folder.synced, change.name, change.node);
    }
    this.#unsynced = this.#unsynced.filter((changes) => !isOf(changes));
  }

  async freeBytes(): Promise<number> {
    return Number.POSITIVE_INFINITY;
  }

  async checkWritable(folder: string): Promise<void> {
    this.#folder(folder, 'access');
  }

  #opened(file: FileNode): OpenFile {
    this.#openFiles += 1;
    return {
      ...openFile(file),
      close: async () => {
        this.#openFiles -= 1;
      },
    };
  }

  #change(changes: readonly EntryChange[]): void {
    for (const { folder, name, node } of changes) {
      applyTo(folder.entries, name, node);
      folder.modifiedMs = Date.now();
    }
    this.#unsynced.push(changes);
  }

  #find(path: string): DiskNode | undefined {
    let node: DiskNode | undefined = this.#root;
    for (const name of namesOf(path)) node = node?.kind === 'folder' ? node.entries.get(name) : undefined;
    return node;
  }

  #folder(path: string, syscall: string): FolderNode {
    const node = this.#find(path);
    if (node === undefined) throw diskError('ENOENT', syscall, path);
    if (node.kind === 'file') throw diskError('ENOTDIR', syscall, path);
    return node;
  }

  #place(path: string, syscall: string): { folder: FolderNode; name: string } {
    return { folder: this.#folder(dirname(resolve(path)), syscall), name: posix.basename(resolve(path)) };
  }

  #makeFolders(path: string, synced: boolean): FolderNode {
    let folder = this.#root;
    for (const name of namesOf(path)) {
      let below = folder.entries.get(name);
      if (below === undefined) {
        below = newFolder();
        if (synced) {
          folder.entries.set(name, below);
          folder.synced.set(name, below);
        } else this.#change([{ folder, name, node: below }]);
      }
      if (below.kind === 'file') throw diskError('ENOTDIR', 'mkdir', path);
      folder = below;
    }
    return folder;
  }
}

const namesOf = (path: string): string[] =>
  resolve(path)
    .split('/')
    .filter((name) => name !== '');

export interface FileNode {
  readonly kind: 'file';
  /** Unique number of the node, as an inode has. */
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

/** @returns the bytes of a file after a power cut: all synced bytes, and of the other bytes none, all, a part, or zeros */
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
