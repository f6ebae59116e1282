/**
 * stele load › a database with Citus. The extension is no package of Debian, so a stand-in is asked here: it notes what is
 * sent, and refuses what Citus would. The real one: `npm run soak:postgres -- --citus`.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stele } from '../../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { hasPostgres, type PostgresServer, startPostgres } from '../../../../testing/postgres/server.js';
import { shelf, writeFiles } from '../../../../testing/samples/export.js';

/** Citus has its catalogue and its functions in pg_catalog, and refuses tables that have rows or indexes less well. */
const standIn = `
SET allow_system_table_mods = on;
INSERT INTO pg_catalog.pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  VALUES (9000, 'citus', 10, 11, false, 'stand-in');
CREATE TABLE pg_catalog.pg_dist_partition (number serial, logicalrelid regclass, "column" text, together text);
CREATE FUNCTION pg_catalog.create_distributed_table(name regclass, "column" text, colocate_with text) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE filled boolean;
  BEGIN
    EXECUTE format('SELECT EXISTS (SELECT FROM %s)', name) INTO filled;
    IF filled OR EXISTS (SELECT FROM pg_index WHERE indrelid = name) THEN RAISE 'it is too late for %', name; END IF;
    IF colocate_with <> 'none' AND NOT EXISTS (SELECT FROM pg_catalog.pg_dist_partition WHERE logicalrelid = colocate_with::regclass) THEN
      RAISE '% is not distributed', colocate_with;
    END IF;
    INSERT INTO pg_catalog.pg_dist_partition (logicalrelid, "column", together) VALUES (name, "column", colocate_with);
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

  it('every table › by id, while it is empty, all as the first one; plain where that is wanted', async () => {
    expect((await load()).stdout).not.toContain('distributed');
    expect(isUnique('stele_1')).toBe('t');
    server.sql(standIn);
    // The content is the same, and the tables shall lie elsewhere.
    const distributed = await load();
    expect(distributed).toMatchObject({ code: 0, stdout: expect.stringContaining('indexes, distributed by Citus, ') });
    expect(
      server.sql('SELECT logicalrelid, "column", together FROM pg_catalog.pg_dist_partition ORDER BY number'),
    ).toBe(
      [
        'stele_2.book|id|none',
        'stele_2.author|id|"stele_2"."book"',
        'stele_2."book.author"|id|"stele_2"."book"',
        'stele_2."author.books"|id|"stele_2"."book"',
      ].join('\n'),
    );
    expect(isUnique('stele_2')).toBe('f');
    expect((await load()).stdout).toContain('Nothing has changed: load 2');
    expect((await load('--distribute', 'never')).stdout).toContain('Published load 3');
    expect((await load('--distribute', 'never')).stdout).toContain('Nothing has changed: load 3');
    expect(server.sql("SELECT count(*) FROM pg_catalog.pg_dist_partition WHERE logicalrelid::text ~ '^stele_3'")).toBe(
      '0',
    );
  });
});
