import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXECUTABLE, start, stele } from '../../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../../testing/folder.js';

const newFolder = temporaryFolders();

describe('a command without the source of its import', () => {
  it('stele watch <a folder of tables> › ends at once, with the command that is right', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'book.csv'), 'id,title\n1,Salt\n');
    const { code, stderr } = await start(EXECUTABLE, ['watch', folder, '--out', join(folder, 'out')]).ended;
    expect(code).toBe(1);
    expect(stderr).toContain(`stele watch ${folder} --from csv --out ${join(folder, 'out')}`);
  });

  it('stele watch <an export without its model>, into a folder with a snapshot › goes on, as it may be half written', async () => {
    const [folder, out] = [newFolder(), newFolder()];
    writeFileSync(join(folder, 'book.ndjson'), '{"id":"1"}\n');
    writeFileSync(join(out, 'CURRENT'), 'x\n');
    const { child, ended } = start(EXECUTABLE, ['watch', folder, '--out', out]);
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
    await expect.poll(() => log, { timeout: 30_000 }).toContain('the run has failed');
    expect(log).toContain('has no model.json');
    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  it('stele import site.xml › wrong usage, with the command that is right', async () => {
    const { code, stderr } = await stele(['import', 'site.xml', '--out', 'export']);
    expect(code).toBe(2);
    expect(stderr).toContain('The source comes before the input. To import it: stele import wordpress site.xml --out');
    expect(await stele(['import', 'wordpres', 'site.xml', '--out', 'export'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Did you mean'),
    });
  });
});
