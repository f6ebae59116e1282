/**
 * The explorer over `stele serve --dev --from`: what is wrong with what is imported, until it is mended.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { EXECUTABLE, start } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { isBrowserThere, open, stopShared } from './explorer-page.js';

const newFolder = temporaryFolders();

describe.runIf(isBrowserThere())('mistakes of an export', () => {
  afterAll(stopShared);

  it('at the start › shown over the page until the export is valid; later › shown over the previous content', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'posts'));
    const write = (frontMatter: string): void =>
      writeFileSync(join(folder, 'posts/a.md'), `---\n${frontMatter}\n---\nText.\n`);
    write('title: [');
    const { child, until, ended } = start(EXECUTABLE, [
      ...['serve', '--dev', folder, '--from', 'markdown', '--port', '0'],
    ]);
    const [, origin = ''] = /Listening on (\S+)/.exec(await until(/Listening on \S+/)) ?? [];
    const { page, complaints } = await open('', { at: origin, whole: '.dev-state' });
    const alert = page.getByRole('alert');
    await alert.getByRole('heading', { name: 'The export has errors', exact: true }).waitFor();
    expect(await alert.innerText()).toContain('posts/a.md');
    write('title: Mended');
    await page.getByRole('status').getByText('The export is valid again.').waitFor();
    await page.locator('.card').first().waitFor();
    expect(await alert.count()).toBe(0);
    write('title: [');
    await alert.getByRole('heading', { name: 'The export has errors; the previous content is shown' }).waitFor();
    expect(await page.locator('.card').count()).toBe(1);
    expect(complaints).toEqual([]);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });
});
