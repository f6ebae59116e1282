/**
 * README.md › `npx stele init`: it works in the project that README says to create, which has a package.json.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stele } from '../../testing/cli/stele.js';
import { temporaryFolders } from '../../testing/folder.js';
import { readPage } from '../../testing/pages/markdown.js';

const newFolder = temporaryFolders();

it('README.md › its stele init, in a folder with a package.json › writes an export and keeps the file', async () => {
  const [, folder = '.'] = /`npx stele init ?([^`]*)`/.exec(readPage('README.md')) ?? [];
  const project = newFolder();
  writeFileSync(join(project, 'package.json'), '{}');
  const { code, stderr } = await stele(['init', join(project, folder)]);
  expect([code, stderr]).toEqual([0, '']);
  expect(existsSync(join(project, folder, 'export/model.json'))).toBe(true);
  expect(readFileSync(join(project, 'package.json'), 'utf8')).toBe('{}');
});
