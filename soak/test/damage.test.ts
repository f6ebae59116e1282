/**
 * Damage is always noticed, and named. Here a few hundred times; `npm run soak:damage` takes ten thousand.
 */
import { describe, expect, it } from 'vitest';
import { openCurrent } from '../../src/index/snapshot/index.js';
import { verifySnapshots } from '../../src/index/verify/index.js';
import { diceOf } from '../../testing/dice.js';
import { MemoryDisk } from '../../testing/disk/index.js';
import { DAMAGES, soundness, tryDamage, tryTruncation, twoSnapshots } from '../damage/trials.js';

describe('a damaged snapshots folder', () => {
  it('random damage to bits, lengths, blocks and files › opening and verifying name the damaged file', async () => {
    const disk = await twoSnapshots();
    expect(await soundness(disk)).toEqual([]);
    const { trials, missed } = await tryDamage(disk, 300, diceOf(1, 'damage'));
    expect(missed).toEqual([]);
    expect([...trials.keys()].sort()).toEqual([...DAMAGES].sort());
    expect(await soundness(disk)).toEqual([]);
  });

  it('every file, 1 to 12 bytes shorter › is named as damaged', async () => {
    const { trials, missed } = await tryTruncation(await twoSnapshots(), 12);
    expect(missed).toEqual([]);
    expect([...trials.values()]).toEqual([72]);
  });

  it('a flipped bit of CURRENT › is always detected', async () => {
    const disk = await twoSnapshots();
    const bytes = disk.get('/snapshots/CURRENT') ?? new Uint8Array(0);
    expect(bytes.byteLength).toBe(65);
    for (let bit = 0; bit < bytes.byteLength * 8; bit += 1) {
      const changed = bytes.slice();
      changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7));
      disk.put('/snapshots/CURRENT', changed);
      for (const act of [openCurrent, verifySnapshots])
        await expect(act(disk, '/snapshots')).rejects.toThrow('CURRENT');
    }
  });

  it('a segment with another format version than its manifest › is damaged, not too new', async () => {
    const disk = await twoSnapshots();
    const current = Buffer.from(disk.get('/snapshots/CURRENT') ?? [])
      .toString()
      .trim();
    const path = disk.paths(`/snapshots/${current}`).find((name) => name.includes('/work-')) ?? '';
    const changed = (disk.get(path) ?? new Uint8Array(0)).slice();
    changed[11] = 99;
    disk.put(path, changed);
    await expect(openCurrent(disk, '/snapshots')).rejects.toThrow(/work-.*section preamble: expected format version/);
  });

  it('a missing disk › is reported', async () => {
    await expect(openCurrent(new MemoryDisk(), '/snapshots')).rejects.toThrow('/snapshots does not exist');
  });
});
