/**
 * Keys and signatures on the command line: from the builder's key to what a replica accepts.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stele } from '../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { shelf, writeFiles } from '../../../testing/samples/export.js';

const newFolder = temporaryFolders();

async function newKey(): Promise<{ readonly file: string; readonly text: string }> {
  const file = join(newFolder(), 'signing.key');
  const { code, stdout } = await stele(['keys', 'new', file]);
  expect(code).toBe(0);
  return { file, text: stdout.trim() };
}

const night = (title: string): string =>
  writeFiles(newFolder(), { ...shelf, 'book.ndjson': [{ id: 'b1', title, author: 'a1' }] });

describe('signing', () => {
  it('build, verify, pull and rollback › print a fitting message', async () => {
    const [mine, other] = [await newKey(), await newKey()];
    expect(mine.text).toMatch(/^stele-ed25519:/);
    const out = join(newFolder(), 'snapshots');
    const replica = join(newFolder(), 'snapshots');
    const build = (title: string, ...more: string[]) => stele(['build', night(title), '--out', out, ...more]);
    const pull = (...more: string[]) => stele(['pull', `file://${out}`, '--out', replica, ...more]);

    await build('One');
    expect((await stele(['verify', out, '--trust', mine.text])).stderr).toContain('is not signed');
    expect((await pull('--trust', mine.text)).stderr).toContain('is not signed');
    // The same content once more, signed this time.
    await build('One', '--sign', mine.file);
    expect((await stele(['verify', out, '--trust', `${mine.file}.pub`])).stdout).toMatch(
      /Signed by [0-9a-f]{16} at 20/,
    );
    const refused = await stele(['verify', out, '--trust', other.text]);
    expect(refused.code).toBe(1);
    expect(refused.stdout).not.toContain('is intact');
    expect(await pull('--trust', mine.text)).toMatchObject({ code: 0 });

    await build('Two', '--sign', mine.file, '--sign', other.file);
    expect(await pull('--trust', other.text)).toMatchObject({ code: 0 });
    const back = await stele(['rollback', out]);
    expect(back.code).toBe(0);
    expect((await pull('--trust', mine.text)).stderr).toMatch(/it is older\. To go back to it/);
    const named = /names snapshot ([0-9a-f]{64})/.exec(back.stdout)?.[1] ?? '';
    expect(await stele(['rollback', out, named, '--sign', mine.file])).toMatchObject({ code: 0 });
    expect(await pull('--trust', mine.text)).toMatchObject({ code: 0 });
    expect(readFileSync(join(replica, 'CURRENT'), 'utf8').trim()).toBe(named);
    expect((await stele(['verify', replica, '--trust', mine.text])).code).toBe(0);
  });

  it('CURRENT replaced by an older snapshot than TRUSTED › verify refuses it as a server does', async () => {
    const key = await newKey();
    const out = join(newFolder(), 'snapshots');
    const replica = join(newFolder(), 'snapshots');
    for (const title of ['One', 'Two']) {
      await stele(['build', night(title), '--out', out, '--sign', key.file]);
      expect(await stele(['pull', `file://${out}`, '--out', replica, '--trust', key.text])).toMatchObject({ code: 0 });
    }
    const current = readFileSync(join(replica, 'CURRENT'), 'utf8');
    const older = readdirSync(replica).find((name) => /^[0-9a-f]{64}$/.test(name) && name !== current.trim()) ?? '';
    writeFileSync(join(replica, 'CURRENT'), `${older}\n`);
    const verify = (...more: string[]) => stele(['verify', replica, ...more, '--trust', key.text]);
    const refused = await verify();
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/it is older\. To go back to it/) });
    // Asked by its id it is not about to be served.
    expect(await verify(older)).toMatchObject({ code: 0, stdout: expect.stringContaining('Signed by') });
    writeFileSync(join(replica, 'CURRENT'), current);
    expect(await verify()).toMatchObject({ code: 0 });
    rmSync(join(replica, 'TRUSTED'));
    expect(await verify('--max-signature-age', '1')).toMatchObject({ code: 0 });
    expect((await verify('--max-signature-age', '0.0000001')).stderr).toContain('--max-signature-age');
  });

  it('an invalid key › is wrong usage; a missing file of keys is a failure, before anything is read', async () => {
    const { file } = await newKey();
    rmSync(`${file}.pub`);
    expect(await stele(['build', '/nowhere', '--out', '/nowhere', '--sign', `${file}.pub`])).toMatchObject({ code: 1 });
    expect(await stele(['verify', '/nowhere', '--trust', 'sesame'])).toMatchObject({ code: 1 });
    expect(await stele(['verify', '/nowhere', '--trust', 'stele-ed25519:sesame'])).toMatchObject({ code: 2 });
    expect(await stele(['keys', 'new', file])).toMatchObject({ code: 1 });
    expect((await stele(['keys'])).code).toBe(2);
  });
});
