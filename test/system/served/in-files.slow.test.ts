/**
 * Rendered items left in their files: whatever is asked, the bytes are those of a snapshot that is in memory.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { Random } from '../../../data/generate/random.js';
import { RequestError } from '../../../src/content/errors/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { answer, lend, parseRequest } from '../../../src/jsonapi/index.js';
import { arbitraryRequest, caseFromSeed } from '../../../testing/oracle/arbitraries/index.js';
import { writeExport } from '../../../testing/oracle/index.js';
import { inLocale, LOCALES, localizedSpace, writeLocalizedExport } from '../../../testing/oracle/locales.js';
import { modelOf } from '../../../testing/samples/model.js';
import { type BothModes, openBothModes } from '../../../testing/structures/in-files.js';

const base = '/delivery/jsonapi';

interface Asked {
  readonly path: string;
  readonly search: string;
}

const refusal = (error: unknown): string => {
  if (!(error instanceof RequestError)) throw error;
  return JSON.stringify(error.problems);
};

function inMemory(space: Space, { path, search }: Asked): string {
  try {
    return answer(space, parseRequest(space.model, path, search), base).toString();
  } catch (error) {
    return refusal(error);
  }
}

async function fromFiles(space: Space, { path, search }: Asked): Promise<string> {
  try {
    const loan = await lend(space, parseRequest(space.model, path, search), base);
    const text = loan.document.toString();
    loan.release();
    return text;
  } catch (error) {
    return refusal(error);
  }
}

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function built(write: (folder: string) => void): Promise<BothModes> {
  const folder = await mkdtemp(join(tmpdir(), 'stele-in-files-'));
  folders.push(folder);
  write(join(folder, 'export'));
  await buildSnapshot(join(folder, 'export'), join(folder, 'snapshots'), { files: diskFiles, strict: false });
  return openBothModes(diskFiles, join(folder, 'snapshots'));
}

/**
 * Asks all at once, so that answers wait for each other's blocks, and then one after the other, so that each finds the few
 * slots taken by those before.
 */
async function expectSame({ all, indexes, pages }: BothModes, asked: readonly Asked[]): Promise<void> {
  const expected = asked.map((one) => inMemory(all, one));
  const together = await Promise.all(asked.map((one) => fromFiles(indexes, one)));
  for (const [index, one] of asked.entries()) {
    expect(together[index], one.path + one.search).toBe(expected[index]);
    expect(await fromFiles(indexes, one), one.path + one.search).toBe(expected[index]);
  }
  pages.leave();
}

describe('rendered items in their files', () => {
  it('random requests on random content › equal bytes as from memory', async () => {
    let documents = 0;
    for (let seed = 0; seed < 16; seed += 1) {
      const { space, requests } = caseFromSeed(seed);
      const modes = await built((folder) => writeExport(space, folder, { dirty: false }));
      documents += requests.length;
      await expectSame(modes, requests);
    }
    expect(documents).toBeGreaterThan(50);
  });

  it('random requests in several locales › equal bytes as from memory', async () => {
    for (let seed = 0; seed < 4; seed += 1) {
      const { space } = caseFromSeed(seed);
      const modes = await built((folder) => writeLocalizedExport(localizedSpace(space, seed, false), folder, false));
      const drawn = fc.sample(arbitraryRequest(space), { seed, numRuns: 12 });
      const asked = drawn.flatMap(({ path, search }) =>
        LOCALES.map(({ code }) => ({ path, search: inLocale(search, code) })),
      );
      await expectSame(modes, asked);
    }
  });

  it('long texts › are scanned for frequent and rare patterns with equal answers', async () => {
    const random = new Random(1, 'in-files');
    const words = Array.from({ length: 300 }, (_, word) => `w${random.below(1000)}${'aeiou'[word % 5]}r`);
    const word = (): string => words[random.below(random.below(random.below(words.length) + 1) + 1)] ?? '';
    const texts = Array.from({ length: 700 }, () => Array.from({ length: 60 }, word).join(' '));
    const modes = await built((folder) => {
      writeLong(folder, texts);
    });
    const patterns = [
      ...words.slice(0, 12),
      ...texts.slice(0, 12).map((text) => text.slice(20, 34)),
      'r w',
      '1',
      'zzz',
    ];
    const asked = patterns.flatMap((pattern) => {
      const value = encodeURIComponent(pattern);
      return [
        `?filter[body][_contains]=${value}`,
        `?filter[body][_contains]=${value}&sort=-rank&page[skip]=3`,
        `?filter[body][_contains]=${value}&filter[rank][_lt]=40&fields[note]=rank`,
        `?filter[_NOT][][body][_contains]=${value}&sort=rank`,
        `?filter[body][_startsWith]=${value}`,
        `?filter[body][_endsWith]=${value}`,
      ];
    });
    const { pages } = modes;
    await expectSame(
      modes,
      asked.map((search) => ({ path: '/note', search })),
    );
    // Many more than there are blocks: the cache has four slots.
    expect(pages.cache.blocksRead).toBeGreaterThan(1000);
  });
});

function writeLong(folder: string, texts: readonly string[]): void {
  const model = modelOf({ note: { body: 'markdown', rank: 'integer' } });
  const lines = texts.map((body, rank) => JSON.stringify({ id: `n${rank}`, body, rank }));
  mkdirSync(folder);
  writeFileSync(join(folder, 'model.json'), JSON.stringify(model));
  writeFileSync(join(folder, 'note.ndjson'), `${lines.join('\n')}\n`);
}
