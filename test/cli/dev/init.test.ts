/**
 * `stele init` › the name of the project.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';

const newFolder = temporaryFolders();

describe('stele init', () => {
  it.each([
    ['library', 'library'],
    ['My Bücher (new)', 'my-bucher-new'],
    ['stele', 'stele-content'],
    ['日本', 'stele-content'],
  ])('the folder %s › package.json has the name %s', async (folder, name) => {
    const project = join(newFolder(), folder);
    expect((await stele(['init', project])).code).toBe(0);
    expect(JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))).toMatchObject({ name });
  });
});
