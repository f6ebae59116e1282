/**
 * docs/first-steps.md: its table is built as the page shows, and the snapshot answers the request at its end.
 *
 * Elsewhere: its example of a request (examples/ask), `npm ci && npm start` (readme.slow).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stele } from '../../testing/cli/stele.js';
import { fencesOf, readPage } from '../../testing/pages/markdown.js';
import { temporaryFolder } from '../../testing/samples/bookshop.js';
import { matchesText } from './examples/elision.js';

const page = readPage('docs/first-steps.md');
const fences = fencesOf(page);

describe('docs/first-steps.md', () => {
  it('the table and the build › print the output on the page, and the last request lists its books', async () => {
    const folder = temporaryFolder();
    for (const { file, text } of fences) {
      if (file === undefined) continue;
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${text}\n`);
    }
    const place = fences.findIndex(({ text }) => text.startsWith('npx stele build '));
    const [, , ...command] = fences[place]?.text.split(' ') ?? [];
    const inFolder = command.map((word) => (['shop', 'snapshots'].includes(word) ? join(folder, word) : word));
    const { code, stdout } = await stele(inFolder);
    const output = fences[place + 1]?.text ?? '';
    expect(code).toBe(0);
    expect(matchesText(output, stdout.trimEnd()), stdout).toBe(true);
    const [, target = ''] = /8081\/delivery\/jsonapi(\/[^`]+)`/.exec(page) ?? [];
    const answer = await stele(['query', join(folder, 'snapshots'), target]);
    const ids = JSON.parse(answer.stdout).data.map(({ id }: { readonly id: string }) => id);
    expect(ids).toEqual(['b1', 'b3', 'b2']);
  });
});
