/**
 * docs/run/purge.md › Purge a CDN: `stele diff` prints the output that the page shows.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { stele } from '../../testing/cli/stele.js';
import { fencesOf, readPage } from '../../testing/pages/markdown.js';
import { twoNights } from '../../testing/samples/edited-bookshop.js';

const fences = fencesOf(readPage('docs/run/purge.md'));
const textAfter = (command: string): string => {
  const place = fences.findIndex(({ text }) => text === command);
  return fences[place + 1]?.text ?? '';
};

let snapshots: string;
beforeAll(async () => {
  snapshots = await twoNights();
});

const printed = async (...args: readonly string[]): Promise<string> =>
  (await stele(['diff', snapshots, ...args])).stdout;

describe('docs/run/purge.md, purging', () => {
  it('the changes, keys and URLs › equal the output on the page', async () => {
    const changes = textAfter('stele diff snapshots');
    expect(changes).toMatch(/^type /m);
    expect(await printed()).toContain(`\n${changes}\n`);
    expect(textAfter('stele diff snapshots --purge')).toBe((await printed('--purge')).trimEnd());
    const urls = (await printed('--reach', '0', '--purge', 'urls')).trimEnd();
    expect(fences.map(({ text }) => text)).toContain(urls);
  });
});
