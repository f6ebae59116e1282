/**
 * Files that belong together: their texts come from within alone, whatever they are called.
 */
import { join } from 'node:path';
import { create } from 'tar';
import { afterAll, describe, expect, it } from 'vitest';
import { openBundle } from '../input/bundle.js';
import { folderOf, newFolder, removeFolders } from './importing.js';

afterAll(removeFolders);

const unpacking = () => ({
  options: { workFolder: newFolder() },
  progress: () => undefined,
  leaveOut: () => undefined,
  lose: () => undefined,
});

async function textOf(texts: AsyncIterable<string> | undefined): Promise<string> {
  let all = '';
  for await (const text of texts ?? []) all += text;
  return all;
}

describe('openBundle', () => {
  const here = folderOf({ 'outside.json': '"outside"' });
  it.each(['a folder', 'an archive'])(
    '%s › a name that is not in the bundle is never read as a path of the disk',
    async (kind) => {
      const folder = folderOf({ 'a.json': '"a"', 'b.png': 'b' });
      const archive = join(newFolder(), 'archive.tar');
      await create({ cwd: folder, file: archive }, ['a.json', 'b.png']);
      const bundle = await openBundle(kind === 'a folder' ? folder : archive, unpacking());
      expect(bundle?.names).toEqual(['a.json', 'b.png']);
      expect(await textOf(bundle?.text('a.json'))).toBe('"a"');
      for (const name of [join(here, 'outside.json'), join('..', here.split('/').at(-1) ?? '', 'outside.json')]) {
        expect(() => bundle?.text(name)).toThrow(name);
      }
    },
  );

  it('an archive › a file that was not unpacked has no text', async () => {
    const archive = join(newFolder(), 'archive.tar');
    await create({ cwd: folderOf({ 'package.md': 'x' }), file: archive }, ['package.md']);
    const bundle = await openBundle(archive, unpacking());
    expect(() => bundle?.text('package.md')).toThrow('was not unpacked');
  });
});
