/**
 * Memory of a snapshot that is freed when the next snapshot uses the same memory.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import {
  assembleSnapshot,
  inheritMemory,
  readSnapshot,
  requireCurrent,
  type SnapshotBytes,
  type Space,
} from '../../../src/index/snapshot/index.js';
import { LiveSpace } from '../../../src/server/follow/live-space.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
let bytes: SnapshotBytes;
beforeAll(async () => {
  const out = join(newFolder(), 'snapshots');
  await buildSnapshot(writeFiles(newFolder(), shelf), out, { files: diskFiles, strict: false });
  bytes = await readSnapshot(diskFiles, out, await requireCurrent(diskFiles, out), { hashes: false });
});

const newMemory = () => new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });

/** @param memories one a segment; undefined: it is in no memory */
const inMemories = (memories: readonly (WebAssembly.Memory | undefined)[]): SnapshotBytes => ({
  ...bytes,
  segments: bytes.segments.map((segment, place) => ({ ...segment, memory: memories[place] })),
});

/** Watches the arenas of a space. @returns the memories that they give back later, by content type */
function givenBack(space: Space): ReadonlyMap<string, readonly unknown[]> {
  const given = new Map<string, unknown[]>();
  for (const [name, { segment }] of space.types) {
    vi.spyOn(segment.arena, 'freeLeasesWhenCollected').mockImplementation((memory) => {
      given.set(name, [...(given.get(name) ?? []), memory]);
    });
  }
  return given;
}

describe('inheritMemory', () => {
  it('equal segments in the same memory › frees the leases once per segment', () => {
    const memories = bytes.segments.map(newMemory);
    const before = assembleSnapshot(inMemories(memories));
    const after = assembleSnapshot(inMemories(memories));
    const given = givenBack(before);
    const other = givenBack(after);
    inheritMemory(before, after);
    expect([...given.keys()].sort()).toEqual(['author', 'book']);
    expect([...given].map(([name]) => given.get(name))).toEqual(
      [...given].map(([name]) => [after.types.get(name)?.segment.file.memory]),
    );
    expect([...other]).toEqual([]);
  });

  it('other memories, or none › frees nothing', () => {
    const before = assembleSnapshot(inMemories(bytes.segments.map(newMemory)));
    const given = givenBack(before);
    inheritMemory(before, assembleSnapshot(inMemories(bytes.segments.map(newMemory))));
    inheritMemory(before, assembleSnapshot(inMemories([])));
    expect([...given]).toEqual([]);
    const without = assembleSnapshot(inMemories([]));
    const none = givenBack(without);
    inheritMemory(without, before);
    expect([...none]).toEqual([]);
  });

  it('a server that swaps snapshots › frees the leases', () => {
    const memories = bytes.segments.map(newMemory);
    const live = new LiveSpace('shelf', inMemories(memories));
    const given = givenBack(live.space!);
    live.switchTo(inMemories(memories));
    expect([...given.keys()].sort()).toEqual(['author', 'book']);
  });
});
