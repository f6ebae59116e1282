/**
 * The command that imports a large WordPress export, with a small one: it counts, measures, and notices too much.
 */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { start } from '../../testing/cli/stele.js';
import { temporaryFolders } from '../../testing/folder.js';

const fresh = temporaryFolders();

describe('npm run soak:wxr', () => {
  it('a small site and too little memory › every item is counted, the memory is reported, and no files are left', async () => {
    const folder = fresh();
    const { ended } = start('soak/wxr/main.js', ['--bytes', '976k', '--limit', '976k', '--folder', folder]);
    const { code, stdout, stderr } = await ended;
    expect(stdout).toMatch(
      /^wrote 1\.0 MB of WXR with (\d+) items to be seen in \d+ s\nwxr: 1\.0 MB imported in \d+ s: \1 items, \d+ MB of memory at most; seed 1\n$/,
    );
    expect(stderr.replace(/^(?:looking at|reading|writing).*\n/gm, '')).toMatch(
      /^ {2}\d+ MB of memory, where 1\.0 MB are the limit\nwxr: 1 trials went wrong\n$/,
    );
    expect(code).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  });
});
