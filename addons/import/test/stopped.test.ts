/**
 * An import that is stopped says so, wherever it was, and leaves nothing behind.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import { afterEach, describe, expect, it } from 'vitest';
import { diskFiles } from '../../../src/format/files/index.js';
import { temporaryPrefix } from '../core/export/leftovers.js';
import { withImportedExport } from '../index.js';
import { folderOf, imported, newFolder, removeFolders } from './importing.js';

afterEach(removeFolders);

/** Imports, stops at the first progress of the step, and looks at what is left beside the target. */
async function stoppedAt(step: RegExp, source: string, input: string): Promise<readonly string[]> {
  const stopping = new AbortController();
  const out = join(newFolder(), 'export');
  const importing = imported(source, input, {
    out,
    signal: stopping.signal,
    onProgress: (progress) => {
      if (step.test(progress.step)) stopping.abort();
    },
  });
  await expect(importing).rejects.toThrow('the import was stopped; nothing was written.');
  return readdirSync(dirname(out));
}

const rows = Array.from({ length: 5000 }, (_, index) => `${index},Title ${index},${'words '.repeat(20)}`);
const tables = (): string => folderOf({ 'post.csv': ['id,title,body', ...rows].join('\n') });

describe('an import that is stopped', () => {
  it('while it reads › reports the stop, and leaves no files', async () => {
    expect(await stoppedAt(/^reading/, 'csv', tables())).toEqual([]);
  });

  it('while it writes › reports the stop, and leaves no files', async () => {
    expect(await stoppedAt(/^writing/, 'csv', tables())).toEqual([]);
  });

  it('while it unpacks an archive › does not report a damaged archive', async () => {
    const folder = folderOf({
      'data/data.ndjson': rows.map((text, id) => JSON.stringify({ _id: `${id}`, _type: 'a', text })).join('\n'),
    });
    const archive = join(newFolder(), 'data.tar.gz');
    await create({ gzip: true, file: archive, cwd: folder }, ['data']);
    expect(await stoppedAt(/^unpacking/, 'sanity', archive)).toEqual([]);
  });

  it('while a server does not answer › ends without waiting', async () => {
    const stopping = new AbortController();
    const server = createServer(() => stopping.abort());
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    const out = join(newFolder(), 'export');
    const importing = imported('jsonapi', `http://127.0.0.1:${port}/`, { out, signal: stopping.signal });
    await expect(importing).rejects.toThrow('the import was stopped; nothing was written.');
    server.closeAllConnections();
    server.close();
    expect(readdirSync(dirname(out))).toEqual([]);
  });

  it('over an earlier export › the earlier one stays', async () => {
    const { out, bytes } = await imported('csv', tables());
    const stopping = new AbortController();
    const again = imported('csv', tables(), { out, signal: stopping.signal, onProgress: () => stopping.abort() });
    await expect(again).rejects.toThrow('the import was stopped');
    expect(readdirSync(dirname(out))).toEqual(['export']);
    expect(readdirSync(out)).toEqual(Object.keys(bytes));
  });
});

describe('an import that was killed', () => {
  /** The name of a temporary folder of a process that has ended: no process has this number. */
  const deadName = (base: string): string => `${temporaryPrefix(base).replace(/-\d+-$/, '-999999999-')}abcdef`;

  it('leaves a folder › which the next import removes, and no folder of an import under way', async () => {
    const out = join(newFolder(), 'export');
    const parent = dirname(out);
    mkdirSync(join(parent, deadName('.export-importing-'), 'waiting'), { recursive: true });
    mkdirSync(join(parent, deadName('.stele-import-')));
    const running = `${temporaryPrefix('.export-importing-')}abcdef`;
    mkdirSync(join(parent, running));
    await imported('csv', folderOf({ 'post.csv': 'id,title\n1,T\n' }), { out });
    await withImportedExport(
      'csv',
      folderOf({ 'post.csv': 'id,title\n1,T\n' }),
      parent,
      { files: diskFiles },
      async () => undefined,
    );
    expect(readdirSync(parent).sort()).toEqual([running, 'export']);
  });

  it('between its two renames › the next import finds the earlier export, with the edited model', async () => {
    const input = folderOf({ 'post.csv': 'id,title\n1,T\n' });
    const { out } = await imported('csv', input);
    const edited = readFileSync(join(out, 'model.json'), 'utf8').replace('"title"', '"title",\n"label": "Heading"');
    writeFileSync(join(out, 'model.json'), edited);
    const before = join(dirname(out), deadName('.export-importing-'));
    mkdirSync(before);
    renameSync(out, join(before, 'before'));
    await imported('csv', input, { out });
    expect(readFileSync(join(out, 'model.json'), 'utf8')).toBe(edited);
    expect(readdirSync(dirname(out))).toEqual(['export']);
  });
});

describe('an import onto a full disk', () => {
  it('names the folder, and says what to do', async () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      syscall: 'write',
    });
    const out = join(newFolder(), 'export');
    const files = { ...diskFiles, syncFolder: () => Promise.reject(full) };
    await expect(imported('csv', tables(), { out, files })).rejects.toThrow(
      `cannot import into ${dirname(out)}: no space is left`,
    );
    expect(readdirSync(dirname(out))).toEqual([]);
  });
});
