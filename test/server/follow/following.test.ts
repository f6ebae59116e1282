import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { requireCurrent } from '../../../src/index/snapshot/index.js';
import { createLoading } from '../../../src/server/follow/loading.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();

it('the resident parts of a space › are those of its preview too', async () => {
  const [folder, preview] = [join(newFolder(), 'a'), join(newFolder(), 'next')];
  await buildSnapshot(writeFiles(newFolder(), shelf), folder, { files: diskFiles, strict: true });
  cpSync(folder, preview, { recursive: true });
  const id = await requireCurrent(diskFiles, folder);
  const { loadAtStart } = await createLoading({
    folders: [{ folder, preview }],
    server: { resident: 'indexes' },
    logger: pino({ level: 'silent' }),
    threads: 1,
    pollMs: 0,
  });
  for (const one of [folder, preview]) {
    const left = (await loadAtStart(one, id)).segments.map((segment) => segment.pagedChunks.length);
    expect(Math.max(...left)).toBeGreaterThan(0);
  }
});
