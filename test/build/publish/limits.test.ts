/**
 * An export that exceeds the limits of a snapshot, with very short sections: the build refuses it as early as possible,
 * says what to do, and leaves nothing.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { checkSections } from '../../../build/work/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { linksTo, modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

interface Yard {
  readonly stones: number;
  /** Of each stone. */
  readonly links: number;
  readonly name: (stone: number) => string;
  readonly isSearched: boolean;
}

const yardModel = (search: boolean) =>
  modelOf({ stone: { name: { type: 'text', search, contains: !search }, beside: linksTo('stone') } });

async function build({ stones, links, name, isSearched }: Yard, sectionBytes: number) {
  const source = writeFiles(join(newFolder(), 'export'), {
    'model.json': yardModel(isSearched),
    'stone.ndjson': Array.from({ length: stones }, (_, stone) => ({
      id: `s${stone}`,
      name: name(stone),
      beside: Array.from({ length: links }, (_unused, link) => `s${(stone + link) % stones}`),
    })),
  });
  const out = newFolder();
  const steps: string[] = [];
  const built = buildSnapshot(source, out, {
    files: diskFiles,
    strict: false,
    sectionBytes,
    onProgress: ({ step }) => void steps.push(step),
  });
  const error: unknown = await built.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return { error, out, steps };
}

const few: Yard = { stones: 8, links: 1, name: () => 'grey', isSearched: false };

const many: Yard = {
  stones: 128,
  links: 0,
  name: (stone) => Array.from({ length: 40 }, (_, word) => `w${(stone * 7919 + word * 104_729) % 997}`).join(' '),
  isSearched: true,
};

describe('a section above its maximum length', () => {
  const section = (name: string, data: Uint32Array | Uint8Array) => ({ name, data });

  it.each([
    [
      'name/substrings.counts',
      'the section name/substrings.counts of stone has 20 bytes; the maximum is 16: turn off "contains" for the field in model.json, load the export into a database (stele load), or split the content',
    ],
    ['name/starts', 'the section name/starts of stone has 20 bytes; the maximum is 16: split the content'],
  ])('%s › is refused with the structure to turn off', (name, message) => {
    expect(() =>
      checkSections('stone', [section('a', new Uint32Array(4)), section(name, new Uint32Array(5))], 16),
    ).toThrow(message);
    expect(() => checkSections('stone', [section(name, new Uint32Array(4))], 16)).not.toThrow();
  });

  it('bytes › are split, so any length is accepted', () => {
    expect(() => checkSections('stone', [section('documents', new Uint8Array(17))], 16)).not.toThrow();
  });
});

describe('a build that exceeds the limits of a snapshot', () => {
  it('content at the limits › is built', async () => {
    const { error, out } = await build(few, 64);
    expect(error).toBeUndefined();
    expect((await openCurrent(diskFiles, out)).types.get('stone')?.segment.size).toBe(8);
  });

  it.each([
    [
      'an item too many',
      { ...few, stones: 9 },
      64,
      'stone has more than 8 items, the maximum for one content type of a snapshot: split the content into',
    ],
    [
      'a link too many',
      { ...few, links: 3 },
      64,
      'stone has more than 16 links in beside, the maximum for one relationship of a snapshot: split the content into',
    ],
    [
      'words that take too much',
      many,
      1024,
      /^the section search\.[\w.]+ of stone has [\d,]+ bytes; the maximum is 1,024: turn off "search" for some fields in model\.json, or split/,
    ],
  ])('%s › is refused with advice, and no files are left', async (_, yard, sectionBytes, message) => {
    const { error, out, steps } = await build(yard, sectionBytes);
    expect(error).toMatchObject({ name: 'ExportError', message: expect.stringMatching(message) });
    expect(readdirSync(out)).toEqual([]);
    expect(steps).not.toContain('publishing');
  });
});
