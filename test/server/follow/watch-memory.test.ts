import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { assembleSnapshot, readSnapshot, requireCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { watchMemory } from '../../../src/server/follow/memory-watch.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const spaces: Space[] = [];

/** Every segment in a memory that has no room for anything else. */
beforeAll(async () => {
  for (const title of ['Stone', 'Chisel']) {
    const out = join(newFolder(), 'snapshots');
    const source = writeFiles(newFolder(), { ...shelf, 'book.ndjson': [{ id: 'b1', title }] });
    await buildSnapshot(source, out, { files: diskFiles, strict: false });
    const bytes = await readSnapshot(diskFiles, out, await requireCurrent(diskFiles, out), { hashes: false });
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
    spaces.push(assembleSnapshot({ ...bytes, segments: bytes.segments.map((segment) => ({ ...segment, memory })) }));
  }
});

const runOut = (space: Space): void => void space.types.get('book')?.segment.arena.list(1);

function watching(served: { readonly name: string; space: Space | undefined }) {
  const { lines, logger } = capturingLogger('warn');
  const watch = watchMemory([{ name: 'empty', space: undefined }, served], logger);
  return { ...watch, told: () => lines.map((line) => JSON.parse(line)) };
}

describe('watchMemory', () => {
  it('a thread without room › one line per snapshot, with the space and advice', () => {
    const served = { name: 'shelf', space: spaces[0] };
    const { look, stop, told } = watching(served);
    look();
    expect(told()).toEqual([]);
    runOut(spaces[0]!);
    look();
    runOut(spaces[0]!);
    look();
    expect(told()).toHaveLength(1);
    expect(told()[0]).toMatchObject({ space: 'shelf', snapshot: spaces[0]?.id });
    expect(told()[0].msg).toMatch(/no room left in the memory.*restart the server/);
    served.space = spaces[1];
    look();
    expect(told()).toHaveLength(1);
    runOut(spaces[1]!);
    look();
    expect(told().map(({ snapshot }) => snapshot)).toEqual([spaces[0]?.id, spaces[1]?.id]);
    stop();
  });

  it('every ten seconds › looks, until it is stopped', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const served = { name: 'shelf', space: spaces[0] };
      runOut(spaces[0]!);
      const { stop, told } = watching(served);
      vi.advanceTimersByTime(9_999);
      expect(told()).toEqual([]);
      vi.advanceTimersByTime(1);
      expect(told()).toHaveLength(1);
      stop();
      served.space = spaces[1];
      runOut(spaces[1]!);
      vi.advanceTimersByTime(60_000);
      expect(told()).toHaveLength(1);
    } finally {
      vi.useRealTimers();
    }
  });
});
