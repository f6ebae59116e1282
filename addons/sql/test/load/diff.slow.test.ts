/**
 * `stele diff` with databases › loads give the same differences as snapshots of the same content.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stele } from '../../../../testing/cli/stele.js';
import { hasPostgres, type PostgresServer, startPostgres } from '../../../../testing/postgres/server.js';
import { temporaryFolder } from '../../../../testing/samples/bookshop.js';
import { twoNights } from '../../../../testing/samples/edited-bookshop.js';
import { shelf, writeFiles } from '../../../../testing/samples/export.js';

describe.runIf(hasPostgres('stele diff of databases'))('stele diff of databases', () => {
  let server: PostgresServer;
  let snapshots: string;
  beforeAll(async () => {
    [server, snapshots] = await Promise.all([startPostgres(), twoNights()]);
    const before = readFileSync(join(snapshots, 'PREVIOUS'), 'utf8').trim().split('\n').at(-1);
    const after = readFileSync(join(snapshots, 'CURRENT'), 'utf8').trim();
    await stele(['rollback', snapshots, before ?? '']);
    expect(await stele(['load', snapshots, '--to', server.url()])).toMatchObject({ code: 0 });
    await stele(['rollback', snapshots, after]);
    expect(await stele(['load', snapshots, '--to', server.url()])).toMatchObject({ code: 0 });
  });
  afterAll(() => server?.remove());

  const told = async (...args: string[]): Promise<unknown> => {
    const { code, stdout, stderr } = await stele(['diff', ...args, '--json']);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
    const { model, types } = JSON.parse(stdout);
    return { model, types };
  };

  it('the URL alone › compares the previous and the published load like two snapshots', async () => {
    expect(await told(server.url())).toEqual(await told(snapshots));
    const { stdout } = await stele(['diff', server.url()]);
    expect(stdout).toMatch(/^book +100 +100 +0 +2 +0 +the same$/m);
  });

  it('a load and a snapshot, in either order › prints the differences', async () => {
    const previous = join(snapshots, 'PREVIOUS');
    expect(await told(previous, server.url())).toEqual(await told(snapshots));
    expect(await told(server.url(), previous)).toEqual(await told(snapshots, 'CURRENT', 'PREVIOUS'));
    expect((await stele(['diff', snapshots, server.url()])).stdout).not.toMatch(/[~+-] /);
  });

  it('incomparable arguments › give advice', async () => {
    const { stderr: purge } = await stele(['diff', server.url(), '--purge']);
    expect(purge).toContain('--purge compares snapshots');
    const { stderr: three } = await stele(['diff', snapshots, 'PREVIOUS', server.url()]);
    expect(three).toContain('give its URL alone, or two sides');
    const { stderr: none } = await stele(['diff', server.url(), '--schema', 'empty']);
    expect(none).toContain('nothing was loaded into the schema empty');
    const one = writeFiles(join(temporaryFolder(), 'export'), shelf);
    await stele(['load', one, '--to', server.url(), '--schema', 'once']);
    expect((await stele(['diff', server.url(), '--schema', 'once'])).stderr).toContain('no load was published before');
  });
});
