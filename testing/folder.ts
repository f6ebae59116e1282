/**
 * Temporary folders of a test file, removed at its end.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** @returns a function that makes a fresh folder; all are removed after the file's tests */
export function temporaryFolders(): () => string {
  const folders: string[] = [];
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    const folder = mkdtempSync(join(tmpdir(), 'stele-test-'));
    folders.push(folder);
    return folder;
  };
}
