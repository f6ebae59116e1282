/**
 * A build that is told to stop: nothing of it is left, unless it was publishing by then.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { generateExport } from '../../../data/generate/generate.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();
const files = diskFiles;

describe('a build that receives a stop signal', () => {
  let source: string;
  beforeAll(async () => {
    source = newFolder();
    await generateExport(source, { items: 4000, seed: 3, profile: 'engine' });
  });

  it.each(['reading article', 'reading tag', 'resolving links', 'indexing article'])(
    'while %s › reports the stop and removes its files; CURRENT stays',
    async (step) => {
      const [out, temporaryFolder] = [newFolder(), newFolder()];
      const { snapshot } = await buildSnapshot(writeFiles(newFolder(), shelf), out, { files, strict: false });
      const stopping = new AbortController();
      const steps: string[] = [];
      const built = buildSnapshot(source, out, {
        files,
        strict: false,
        temporaryFolder,
        signal: stopping.signal,
        onProgress: (progress) => {
          steps.push(progress.step);
          if (progress.step === step) stopping.abort();
        },
      });
      await expect(built).rejects.toThrow('the build was stopped; nothing was published');
      expect(steps.at(-1)).toBe(step);
      expect(readdirSync(out).sort()).toEqual([snapshot, 'CURRENT'].sort());
      expect(readFileSync(join(out, 'CURRENT'), 'utf8')).toBe(`${snapshot}\n`);
      expect(readdirSync(temporaryFolder)).toEqual([]);
    },
  );

  it('while publishing › still publishes', async () => {
    const out = newFolder();
    const stopping = new AbortController();
    const { snapshot, published } = await buildSnapshot(source, out, {
      files,
      strict: false,
      signal: stopping.signal,
      onProgress: ({ step }) => {
        if (step === 'publishing') stopping.abort();
      },
    });
    expect(published).toBe(true);
    expect(readFileSync(join(out, 'CURRENT'), 'utf8')).toBe(`${snapshot}\n`);
  });

  it('before its start › does nothing', async () => {
    const out = join(newFolder(), 'snapshots');
    const signal = AbortSignal.abort();
    await expect(buildSnapshot(source, out, { files, strict: false, signal })).rejects.toThrow('stopped');
    expect(readdirSync(join(out, '..'))).toEqual([]);
  });
});
