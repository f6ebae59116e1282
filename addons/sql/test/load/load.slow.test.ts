/**
 * stele load › a real server: the content of the tables, and loads that are not published, stopped, killed or run twice at once.
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withLeanSnapshot } from '../../../../build/publish/index.js';
import { shellWord } from '../../../../src/content/errors/index.js';
import { diskFiles } from '../../../../src/format/files/index.js';
import { stele } from '../../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { hasPostgres, type PostgresServer, startPostgres } from '../../../../testing/postgres/server.js';
import { shelf, writeFiles } from '../../../../testing/samples/export.js';
import { connect } from '../../connection/connect.js';
import { type LoadOptions, type LoadReport, loadSpace, parseAddress } from '../../index.js';

const hba = 'local all guarded scram-sha-256\nlocal all all trust\n';

describe.runIf(hasPostgres('what stele load makes of an export'))('stele load', () => {
  const newFolder = temporaryFolders();
  let server: PostgresServer;
  let shelfExport: string;
  let databases = 0;

  beforeAll(async () => {
    server = await startPostgres(hba);
    shelfExport = writeFiles(join(newFolder(), 'export'), shelf);
  });
  afterAll(() => server?.remove());

  /** A database of its own, so that no test meets the loads of another. */
  const newDatabase = (): string => {
    databases += 1;
    server.sql(`CREATE DATABASE try_${databases}`);
    return `try_${databases}`;
  };
  const load = (from: string, database: string, ...more: readonly string[]) =>
    stele(['load', from, '--to', server.url(database), '--temp', newFolder(), ...more]);
  const schemas = (database: string): string =>
    server.sql("SELECT string_agg(nspname, ' ' ORDER BY nspname) FROM pg_namespace WHERE nspname ~ '^stele'", database);

  /** As the command does, with a hand in between. */
  const loadWith = (database: string, more: Partial<LoadOptions>): Promise<LoadReport> =>
    withLeanSnapshot(shelfExport, newFolder(), { files: diskFiles, strict: false }, ({ space, model }) =>
      loadSpace(space, parseAddress(server.url(database)), {
        schema: 'stele',
        model,
        connections: 2,
        keep: 3,
        shrunk: () => [],
        ...more,
      }),
    );

  it('an export › has typed columns, links in order, and NULL for unpopulated values', async () => {
    const database = newDatabase();
    const files = {
      'model.json': {
        space: 'odd',
        locales: [
          { code: 'en', default: true },
          { code: 'de', fallback: 'en' },
        ],
        contentTypes: [
          {
            name: 'thing',
            fields: [
              { name: 'title', type: 'text', localized: true, fold: true, order: 'natural' },
              { name: 'price', type: 'decimal', precision: 3 },
              { name: 'when', type: 'dateTime' },
              { name: 'on', type: 'boolean' },
              { name: 'count', type: 'integer' },
              { name: 'tags', type: 'text', many: true },
              { name: 'data', type: 'json' },
              { name: 'likes', type: 'relationship', to: 'thing', many: true },
            ],
          },
        ],
      },
      'thing.ndjson': [
        {
          id: 'a"\\',
          title: { en: 'Tab\t, line\nand \\', de: 'Straße 10' },
          price: '-12345678901234567890.5',
          when: '0000-02-29T00:00:00.001Z',
          on: false,
          count: -9007199254740991,
          tags: ['b"', '', 'a\\'],
          data: { b: [1.5], a: null },
          likes: ['c', 'gone', 'a"\\'],
        },
        { id: 'c', title: { en: '' }, tags: ['', ''], likes: [] },
        { id: 'd', title: { en: 'Item 9' }, when: '9999-12-31T23:59:59.999Z' },
        { id: 'e', title: { en: 'x'.repeat(5000) } },
      ],
    };
    const { code, stdout, stderr } = await load(writeFiles(join(newFolder(), 'odd'), files), database);
    expect(stderr).toContain('the link is dropped');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('Published load 1 in the schema stele_1: 4 items, 2 links'),
    });
    const rows = (columns: string): unknown =>
      JSON.parse(
        server.sql(`SELECT json_agg(json_build_array(${columns}) ORDER BY _doc) FROM stele_1.thing`, database),
      );
    expect(rows('id, title, "title@de", "title#folded", "title#order"')).toEqual([
      ['a"\\', 'Tab\t, line\nand \\', 'Straße 10', 'tab\t, line\nand \\', 2],
      ['c', null, null, null, null],
      ['d', 'Item 9', 'Item 9', 'item 9', 1],
      ['e', 'x'.repeat(5000), 'x'.repeat(5000), 'x'.repeat(5000), 3],
    ]);
    expect(rows('price::text, "when", "on", count, tags, data, _own')).toEqual([
      [
        '-12345678901234567890.500',
        '0001-02-29T00:00:00.001+00:00 BC',
        false,
        -9007199254740991,
        ['b"', 'a\\'],
        { b: [1.5], a: null },
        '["en","de"]',
      ],
      [null, null, null, null, null, null, expect.any(String)],
      [null, '9999-12-31T23:59:59.999+00:00', null, null, null, null, '["en"]'],
      [null, null, null, null, null, null, '["en"]'],
    ]);
    expect(
      server.sql('SELECT id, place, type, target, total FROM stele_1."thing.likes" ORDER BY id, place', database),
    ).toBe('a"\\|0|thing|c|2\na"\\|1|thing|a"\\|2');
  });

  it('a snapshot › loads the content of its export; an equal load is skipped', async () => {
    const database = newDatabase();
    expect((await load(shelfExport, database)).stdout).toContain('4 items, 4 links');
    expect((await load(shelfExport, database)).stdout).toContain('Nothing has changed: load 1');
    const snapshots = newFolder();
    await stele(['build', shelfExport, '--out', snapshots]);
    expect((await load(snapshots, database)).stdout).toContain('Published load 2');
    const sums = server.sql('SELECT DISTINCT sums FROM stele.loads', database).split('\n');
    expect(sums).toHaveLength(1);
    expect(sums[0]).toContain('{"table":"book","rows":3,');
  });

  it('a load that lost many items › is held back, the published load stays, and rollback publishes it', async () => {
    const database = newDatabase();
    await load(shelfExport, database);
    const less = writeFiles(join(newFolder(), 'less'), { ...shelf, 'book.ndjson': shelf['book.ndjson'].slice(0, 1) });
    const held = await load(less, database);
    expect(held.code).toBe(1);
    expect(held.stderr).toContain('  book: 3 → 1 items, 66.7 % fewer');
    expect(held.stderr).toContain(`stele rollback ${shellWord(server.url(database))} 2`);
    expect((await stele(['list', server.url(database)])).stdout).toMatch(/2 .* held\n.*1 .* published/);
    const back = await stele(['rollback', server.url(database), '2']);
    expect(back.stdout).toContain('Published load 2');
    expect((await load(less, database, '--max-shrink', '100%')).stdout).toContain('Nothing has changed: load 2');
  });

  it('stele query --sql › prints statements that psql runs, with the rows of the answer', async () => {
    const database = newDatabase();
    await load(shelfExport, database);
    const { code, stdout } = await stele(['query', server.url(database), '/book?sort=title&page[limit]=1', '--sql']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^-- statement 1: 1 rows\nPREPARE stele_1 AS SELECT /);
    const rows = server.sql(stdout, database).split('\n');
    expect(rows[0]).toBe('PREPARE');
    expect(rows.some((row) => row.startsWith('book|'))).toBe(true);
    const folder = await stele(['query', shelfExport, '/book', '--sql']);
    expect(folder).toMatchObject({ code: 1, stderr: expect.stringContaining('Give its URL: postgres://') });
  }, 30_000);

  it('rollback › publishes the previous load, then earlier ones; never changed tables', async () => {
    const database = newDatabase();
    const night = (title: string): string =>
      writeFiles(join(newFolder(), 'night'), { ...shelf, 'author.ndjson': [{ id: 'a1', name: title, books: [] }] });
    for (const title of ['one', 'two', 'three']) await load(night(title), database);
    const rollback = (): ReturnType<typeof stele> => stele(['rollback', server.url(database)]);
    expect((await rollback()).stdout).toMatch(/^Published load 2, .* instead of load 3\nServers with --from /);
    server.sql(`UPDATE stele_1.book SET title = 'Dust?' WHERE title = 'Dust'`, database);
    const refused = await rollback();
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(
      'the table book of stele_1 does not hold what was loaded: 3 rows were, and it has 3, of which some differ',
    );
    server.sql(`UPDATE stele_1.book SET title = 'Dust' WHERE title = 'Dust?'`, database);
    expect((await rollback()).stdout).toMatch(/^Published load 1/);
    expect((await rollback()).stderr).toContain('no load was published before the current one');
    expect((await stele(['rollback', server.url(database), '9'])).stderr).toContain('there is no load 9');
  });

  it('an unchanged type › is a view, not a copy, and its table stays when its load is dropped', async () => {
    const database = newDatabase();
    server.sql('CREATE ROLE looking LOGIN');
    const night = (name: string, ...more: readonly string[]) => {
      const files = { ...shelf, 'author.ndjson': [{ id: 'a1', name, books: ['b1'] }] };
      return load(writeFiles(join(newFolder(), 'night'), files), database, '--keep', '2', ...more);
    };
    const kinds = (): readonly string[] =>
      server
        .sql(
          "SELECT nspname || '.' || relname || ' ' || relkind::text FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname ~ 'stele_' AND relkind IN ('r', 'v') ORDER BY 1",
          database,
        )
        .split('\n')
        .filter((line) => / r$|book v$/.test(line));
    await night('one');
    expect((await night('two')).stdout).toContain('Published load 2 in the schema stele_2: 4 items');
    expect(kinds()).toEqual(expect.arrayContaining(['stele_1.book r', 'stele_2.author r', 'stele_2.book v']));
    // The view is of the table, not of the view before.
    await night('three', '--reader', 'looking');
    expect(kinds()).toEqual(expect.arrayContaining(['stele_2.book r', 'stele_3.author r', 'stele_3.book v']));
    expect((await night('four', '--reader', 'looking')).stdout).toContain('dropped: load 2');
    expect(schemas(database)).toBe('stele stele_3 stele_4');
    expect(kinds()).toEqual(expect.arrayContaining(['stele_3.book r', 'stele_4.author r', 'stele_4.book v']));
    const asked = await stele(['query', server.url(database, 'looking'), '/book?_facet[title]=1']);
    expect(JSON.parse(asked.stdout).meta).toMatchObject({ total: 3, facets: { title: { total: 3 } } });
    expect((await stele(['rollback', server.url(database)])).stdout).toContain('Published load 3');
    expect((await stele(['query', server.url(database, 'looking'), '/book'])).stdout).toContain('"total":3');
  });

  it('--keep › drops the oldest loads and leftovers of failed loads', async () => {
    const database = newDatabase();
    await load(shelfExport, database);
    server.sql(
      `INSERT INTO stele.loads (schema_name, layout, space, fingerprint) VALUES ('stele_dead', 1, 'shelf', ''); CREATE SCHEMA stele_dead; CREATE TABLE stele_dead.book (id text)`,
      database,
    );
    const night = (title: string): string =>
      writeFiles(join(newFolder(), 'night'), { ...shelf, 'author.ndjson': [{ id: 'a1', name: title, books: [] }] });
    expect((await load(night('two'), database, '--keep', '2')).stdout).toContain('dropped: load 2\n');
    expect((await load(night('three'), database, '--keep', '2')).stdout).toContain('dropped: load 1\n');
    expect(schemas(database)).toBe('stele stele_3 stele_4');
  });

  it('two first loads at once › the second is refused and creates nothing', async () => {
    const database = newDatabase();
    const first = await connect(parseAddress(server.url(database)), 'first');
    await first.query("SELECT pg_advisory_lock(hashtextextended('stele load into stele', 0))");
    const second = await load(shelfExport, database);
    await first.end();
    expect(second).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('another load into the schema stele is running'),
    });
    expect(schemas(database)).toBe('');
  });

  it('a load stopped after publication › stays', async () => {
    const database = newDatabase();
    const stopping = new AbortController();
    const onProgress: LoadOptions['onProgress'] = ({ step, done }) => {
      if (step === 'publishing' && done === 1) stopping.abort();
    };
    expect(await loadWith(database, { onProgress, signal: stopping.signal })).toMatchObject({
      load: 1,
      published: true,
    });
    expect(server.sql('SELECT count(*) FROM stele_1.book', database)).toBe('3');
  });

  it('a stopped load › leaves nothing in the database', async () => {
    const database = newDatabase();
    const stopping = new AbortController();
    const onProgress: LoadOptions['onProgress'] = ({ step }) => {
      if (step === 'indexing') stopping.abort();
    };
    await expect(loadWith(database, { onProgress, signal: stopping.signal })).rejects.toThrow(
      'the load was stopped. Nothing was published',
    );
    expect(schemas(database)).toBe('stele');
    expect(server.sql('SELECT count(*) FROM stele.loads', database)).toBe('0');
  });

  it.each([
    ['copying author', 1],
    ['indexing', 3],
  ])(
    'a server that closes all connections, %s › publishes nothing, and the next load removes leftovers',
    async (at, count) => {
      const database = newDatabase();
      const onProgress: LoadOptions['onProgress'] = ({ step, done }) => {
        if (step !== at || done !== count) return;
        server.sql(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`);
      };
      await expect(loadWith(database, { onProgress })).rejects.toThrow(/^cannot load into the database at .*: .+\./);
      expect(server.sql('SELECT count(*) FROM stele.published', database)).toBe('0');
      expect((await load(shelfExport, database)).stdout).toMatch(/Published load 2 .*\ndropped: load 1\n/);
      expect(schemas(database)).toBe('stele stele_2');
    },
  );

  it('--reader › may read but not write the load; a missing role is refused', async () => {
    const database = newDatabase();
    server.sql('CREATE ROLE website LOGIN');
    expect((await load(shelfExport, database, '--reader', 'nobody')).stderr).toContain("there is no role 'nobody'");
    expect(schemas(database)).toBe('stele');
    expect(server.sql('SELECT count(*) FROM stele.loads', database)).toBe('0');
    await load(shelfExport, database, '--reader', 'website');
    const reader = await connect(parseAddress(server.url(database, 'website')), 'reader');
    const { rows } = await reader.query('SELECT l.schema_name FROM stele.published JOIN stele.loads l USING (load)');
    expect(rows).toEqual([{ schema_name: 'stele_1' }]);
    await expect(reader.query('DELETE FROM stele_1.book')).rejects.toThrow('permission denied');
    await reader.end();
  });

  it('an invalid export › is refused as by a build, and the database is unchanged', async () => {
    const bad = writeFiles(join(newFolder(), 'bad'), { ...shelf, 'book.ndjson': [{ id: 'b1', price: 'dear' }] });
    const database = newDatabase();
    const { code, stderr } = await load(bad, database);
    expect(code).toBe(1);
    expect(stderr).toContain('book.ndjson:1, field price: ');
    expect(schemas(database)).toBe('');
  });

  it('a database that refuses › the message has advice', async () => {
    const database = newDatabase();
    server.sql("CREATE ROLE plain LOGIN; CREATE ROLE guarded LOGIN PASSWORD 'right'");
    const { stderr: missing } = await load(shelfExport, 'missing');
    expect(missing).toContain('database "missing" does not exist. Create the database first');
    const as = (role: string) =>
      stele(['load', shelfExport, '--to', server.url(database, role), '--temp', newFolder()]);
    expect((await as('plain')).stderr).toContain('GRANT CREATE ON DATABASE');
    process.env['PGPASSWORD'] = 'wrong-secret';
    const { stderr: wrong } = await as('guarded').finally(() => delete process.env['PGPASSWORD']);
    expect(wrong).toContain('Put it into PGPASSWORD or ~/.pgpass.');
    expect(wrong).not.toContain('wrong-secret');
    expect(schemas(database)).toBe('');
    // Before it is seen that the folder holds nothing.
    const gone = await stele(['load', newFolder(), '--to', 'postgres://x@127.0.0.1:1/y', '--temp', newFolder()]);
    expect(gone.stderr).toContain('cannot load into the database at 127.0.0.1:1, database y: ');
    expect(gone.stderr).toContain('No server answers there.');
    expect((await stele(['list', server.url('postgres')])).stderr).toContain(
      'nothing was loaded into the schema stele',
    );
  });
});
