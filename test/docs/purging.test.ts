/**
 * docs/operations.md › Purging a CDN: what `stele diff` prints is what it shows, and its script purges all of it.
 */

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { compiled, stele } from '../cli/stele.js';
import { temporaryFolder } from '../support/bookshop.js';
import { twoNights } from '../support/edited-bookshop.js';
import { isThere } from '../support/is-there.js';
import { fencesOf, readPage } from './markdown.js';

const fences = fencesOf(readPage('docs/operations.md'));
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

describe('docs/operations.md, purging', () => {
  it('the changes, the keys and the URLs › are those shown', async () => {
    const changes = textAfter('stele diff snapshots');
    expect(changes).toMatch(/^type /m);
    expect(await printed()).toContain(`\n${changes}\n`);
    expect(textAfter('stele diff snapshots --purge')).toBe((await printed('--purge')).trimEnd());
    const urls = (await printed('--reach', '0', '--purge', 'urls')).trimEnd();
    expect(fences.map(({ text }) => text)).toContain(urls);
  });

  const hasJq = isThere(
    spawnSync('jq', ['--version']).status === 0,
    'jq is not installed, so the script that purges is not tried.',
  );

  it.skipIf(!hasJq)('the script › sends every key, and keeps what it purged', async () => {
    const folder = temporaryFolder();
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const sent = join(folder, 'sent');
    const programs = {
      curl: `#!/bin/sh\ncat >> '${sent}'\n`,
      stele: `#!/bin/sh\nexec '${process.execPath}' '${compiled('src/cli/main.js')}' "$@"\n`,
    };
    for (const [name, text] of Object.entries(programs)) {
      writeFileSync(join(bin, name), text);
      chmodSync(join(bin, name), 0o755);
    }
    const previous = /^[0-9a-f]{64}$/m.exec(readFileSync(join(snapshots, 'PREVIOUS'), 'utf8'))?.[0] ?? '';
    writeFileSync(join(folder, 'purged'), `${previous}\n`);
    const script = fences.find(({ text }) => text.includes('surrogate_keys'))?.text ?? '';
    const env = { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}`, TOKEN: 't', SERVICE: 's' };
    const here = script.replaceAll('/srv/snapshots', snapshots).replaceAll('/srv/purged', join(folder, 'purged'));
    const { status, stderr } = spawnSync('sh', ['-ec', here], { cwd: folder, env, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.stringContaining('to purge: ')]);
    const { surrogate_keys: keys } = JSON.parse(readFileSync(sent, 'utf8'));
    expect(keys).toEqual((await printed('--purge')).trimEnd().split('\n'));
    expect(readFileSync(join(folder, 'purged'))).toEqual(readFileSync(join(snapshots, 'CURRENT')));
  });
});
