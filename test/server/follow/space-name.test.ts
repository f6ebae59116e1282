import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { requireCurrent } from '../../../src/index/snapshot/index.js';
import { findChangedName } from '../../../src/server/follow/space-name.js';
import { capturingLogger } from '../../../testing/capturing-logger.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();

async function built() {
  const folder = newFolder();
  await buildSnapshot(writeFiles(newFolder(), shelf), folder, { files: diskFiles, strict: true });
  const id = await requireCurrent(diskFiles, folder);
  const { lines, logger } = capturingLogger('info');
  const nameOf = (name: string, usesModelName = true) =>
    findChangedName(diskFiles, { name, folder, usesModelName }, id, logger);
  return { folder, nameOf, lines };
}

describe('changedNameOf', () => {
  it('another name than the served one › is logged, with the option that keeps the old one', async () => {
    const { nameOf, lines } = await built();
    expect(await nameOf('books')).toBe('shelf');
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('--space books=<snapshots> keeps them');
  });

  it('the same name, or a name given by the operator › nothing is logged', async () => {
    const { nameOf, lines } = await built();
    expect([await nameOf('shelf'), await nameOf('books', false)]).toEqual([undefined, undefined]);
    expect(lines).toEqual([]);
  });

  it('a folder removed meanwhile › only the warning is missing', async () => {
    const { folder, nameOf, lines } = await built();
    rmSync(folder, { recursive: true });
    expect(await nameOf('books')).toBeUndefined();
    expect(lines).toEqual([]);
  });
});
