/**
 * stele load › a database with Citus. Debian has no package of the extension, so these tests use a stand-in, which records the
 * placement of tables and refuses tables with rows or indexes. The real one: `npm run soak:postgres -- --citus`.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stele } from '../../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { hasPostgres, type PostgresServer, startPostgres } from '../../../../testing/postgres/server.js';
import { shelf, writeFiles } from '../../../../testing/samples/export.js';

/** The catalogue and the functions of Citus that stele uses. */
const standIn = `
SET allow_system_table_mods = on;
INSERT INTO pg_catalog.pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  VALUES (9000, 'citus', 10, 11, false, 'stand-in');
CREATE TABLE pg_catalog.pg_dist_partition (number serial, logicalrelid regclass, partmethod "char", "column" text, together text);
CREATE FUNCTION pg_catalog.create_reference_table(name regclass) RETURNS void LANGUAGE sql AS $$
  INSERT INTO pg_catalog.pg_dist_partition (logicalrelid, partmethod) VALUES (name, 'n') $$;
CREATE FUNCTION pg_catalog.create_distributed_table(name regclass, "column" text, colocate_with text) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE filled boolean;
  BEGIN
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', name) INTO filled;
    IF filled OR EXISTS (SELECT FROM pg_index WHERE indrelid = name) THEN RAISE 'it is too late for %', name; END IF;
    IF colocate_with <> 'none' AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_partition WHERE logicalrelid = colocate_with::regclass) THEN
      RAISE '% is not distributed', colocate_with;
    END IF;
    INSERT INTO pg_catalog.pg_dist_partition (logicalrelid, partmethod, "column", together) VALUES (name, 'h', "column", colocate_with);
  END $$;`;

describe.runIf(hasPostgres('what stele load sends to Citus'))('stele load into a database with Citus', () => {
  const newFolder = temporaryFolders();
  let server: PostgresServer;
  let shelfExport: string;
  beforeAll(async () => {
    server = await startPostgres();
    shelfExport = writeFiles(join(newFolder(), 'export'), shelf);
  });
  afterAll(() => server?.remove());
  const load = (...more: readonly string[]) =>
    stele(['load', shelfExport, '--to', server.url(), '--temp', newFolder(), '--keep', 'all', ...more]);
  const isUnique = (schema: string): string =>
    server.sql(
      `SELECT bool_or(indisunique) FROM pg_index WHERE indexrelid::regclass::text ~ '~doc' AND indrelid = '${schema}.book'::regclass`,
    );

  const placed = (schema: string): string =>
    server.sql(
      `SELECT logicalrelid, partmethod, "column", together FROM pg_catalog.pg_dist_partition
        WHERE logicalrelid::text ~ '^${schema}' ORDER BY number`,
    );

  it('large types › are distributed by id while empty, all with the first; small types are copied; with none, plain tables', async () => {
    expect((await load()).stdout).not.toContain('distributed');
    expect(isUnique('stele_1')).toBe('t');
    server.sql(standIn);
    // Every type is small.
    expect((await load()).stdout).toContain('Nothing has changed: load 1');
    const planned = await load('--distribute', '3', '--dry-run');
    expect(planned.stdout).toMatch(/^book +book +3 +distributed +at least 3 rows$/m);
    expect(planned.stdout).toMatch(/^author +author(\.books)? +\d +reference +fewer than 3 rows$/m);
    expect(server.sql('SELECT count(*) FROM stele.loads')).toBe('1');
    const all = await load('--distribute', '0');
    expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining('distributed by Citus: book, author, ') });
    expect(placed('stele_2')).toBe(
      [
        'stele_2.book|h|id|none',
        'stele_2.author|h|id|"stele_2"."book"',
        'stele_2."book.author"|h|id|"stele_2"."book"',
        'stele_2."author.books"|h|id|"stele_2"."book"',
      ].join('\n'),
    );
    expect(isUnique('stele_2')).toBe('f');
    expect((await load('--distribute', '0')).stdout).toContain('Nothing has changed: load 2');
    expect((await load('--distribute', '3')).stdout).toContain('distributed by Citus: book, ');
    expect(placed('stele_3')).toBe(
      [
        'stele_3.book|h|id|none',
        'stele_3.author|n||',
        'stele_3."book.author"|h|id|"stele_3"."book"',
        'stele_3."author.books"|n||',
      ].join('\n'),
    );
    expect(isUnique('stele_3')).toBe('f');
    expect((await load('--distribute', 'never')).stdout).toContain('Published load 4');
    expect(placed('stele_4')).toBe('');
  });
});
