/**
 * Directus's REST API, played as Directus 11 answers: dates that only its own changes move, keys that the database empties.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { amount } from '../../../../testing/amount.js';
import { memberAt } from '../../value/json.js';
import { removeFolders } from '../importing.js';
import { emptyFolder, fetched, played, stopServers } from './fetching.js';

afterEach(() => {
  stopServers();
  removeFolders();
});

type Row = Record<string, string | number | null>;
const field = (collection: string, name: string, type: string, special: readonly string[] = []): object => ({
  ...{ collection, field: name, type, meta: { special }, schema: { is_primary_key: name === 'id' } },
});
const dates = (collection: string): readonly object[] => [
  field(collection, 'date_created', 'timestamp', ['date-created']),
  field(collection, 'date_updated', 'timestamp', ['date-updated']),
];

class Project {
  clock = Date.parse('2026-01-01T00:00:00.000Z');
  readonly asked: string[] = [];
  readonly tables = new Map<string, Map<number, Row>>(['author', 'post', 'note'].map((name) => [name, new Map()]));
  readonly extra: object[] = [];
  admin = true;

  get now(): string {
    this.clock += 700;
    return new Date(this.clock).toISOString();
  }

  save(name: string, id: number, values: Row): void {
    const table = this.tables.get(name);
    const there = table?.get(id);
    const stamps = there === undefined ? { date_created: this.now, date_updated: null } : { date_updated: this.now };
    table?.set(id, { id, ...there, ...values, ...(name === 'note' ? {} : stamps) });
  }

  /** As the database does it: no date moves. */
  remove(name: string, id: number): void {
    this.tables.get(name)?.delete(id);
    for (const row of this.tables.get('post')?.values() ?? [])
      if (name === 'author' && row['author'] === id) row['author'] = null;
  }

  answer(url: URL): unknown {
    this.asked.push(decodeURIComponent(`${url.pathname}${url.search}`));
    const [, kind = '', name = kind] = url.pathname.split('/');
    if (url.pathname === '/schema/snapshot') return this.admin ? { data: this.#schema() } : 403;
    if (url.pathname === '/server/info') return { data: { queryLimit: { default: 100, max: 4 } } };
    if (kind === 'settings') return { data: { project_name: 'p', default_language: 'en-US' } };
    const granted = ['author', 'post'].map((collection) => ({
      collection,
      action: 'read',
      permissions: { title: { _neq: 'internal' } },
      fields: ['*'],
      policy: 'p',
    }));
    const system: Readonly<Record<string, readonly object[]>> = {
      access: [{ policy: 'p', role: null, user: null }],
      permissions: granted,
    };
    const rows: readonly object[] =
      system[kind] ?? [...(this.tables.get(name)?.values() ?? [])].sort((a, b) => Number(a['id']) - Number(b['id']));
    const filter = JSON.parse(url.searchParams.get('filter') ?? '{}');
    const holds = (row: object): boolean => {
      const value = (key: string): unknown => new Map(Object.entries(row)).get(key);
      const any: readonly object[] = filter._or ?? [{}];
      const ids = filter.id?._in?.map(Number);
      return (
        (ids?.includes(value('id')) ?? true) &&
        any.some((each) => Object.entries(each).every(([key, { _gte }]) => String(value(key) ?? '') >= _gte))
      );
    };
    const found = rows.filter(holds);
    const [limit, page] = [Number(url.searchParams.get('limit')), Number(url.searchParams.get('page') ?? 1)];
    if (limit > 4) return 400;
    return {
      data: found.slice((page - 1) * limit, page * limit),
      meta: { filter_count: found.length, total_count: rows.length },
    };
  }

  #schema(): object {
    const names = [...this.tables.keys()];
    return {
      collections: names.map((collection) => ({ collection, meta: {}, schema: { name: collection } })),
      fields: [
        ...names.flatMap((name) => [field(name, 'id', 'integer'), field(name, 'title', 'string')]),
        ...[
          ...dates('author'),
          ...dates('post'),
          field('post', 'author', 'integer'),
          field('post', 'key', 'hash', ['hash']),
        ],
        ...this.extra,
      ],
      relations: [{ collection: 'post', field: 'author', related_collection: 'author', meta: {} }],
    };
  }
}

describe('fetching from directus', () => {
  const started = async (): Promise<{ readonly project: Project; readonly origin: string }> => {
    const project = new Project();
    for (let id = 1; id <= 6; id += 1) project.save('author', id, { title: `author ${id}` });
    for (let id = 1; id <= 9; id += 1) project.save('post', id, { title: `post ${id}`, author: 1 + (id % 6) });
    project.save('note', 1, { title: 'a note' });
    return { project, origin: await played((url) => project.answer(url)) };
  };

  it('a changed row › only related rows are requested; content hidden from visitors stays hidden; no secret is fetched', async () => {
    const { project, origin } = await started();
    const folder = emptyFolder();
    expect(await fetched('directus', origin, folder)).toMatchObject({ changed: 16 });
    expect(project.asked.join('\n')).not.toMatch(/fields=[^&]*\bkey\b/);
    project.clock += 600_000;
    project.save('post', 3, { title: 'changed' });
    project.save('post', 4, { title: 'internal' });
    project.asked.length = 0;
    const { changed, bytes } = await fetched('directus', origin, folder);
    expect(changed).toBe(2);
    const rows = project.asked.filter((each) => each.startsWith('/items/post?') && each.includes('"_in"'));
    // Two pages: also those that changed in the last seconds before.
    expect(rows).toHaveLength(2);
    expect(rows[0]).toContain('{"id":{"_in":["3","4","7","8","9"]}}');
    expect(bytes['post.ndjson']).toContain('"title":"changed"');
    expect(bytes['post.ndjson']).not.toContain('internal');
    expect(Object.keys(bytes)).not.toContain('note.ndjson');
  });

  it('any changes › the bytes of a complete fetch into an empty folder', { timeout: 120_000 }, async () => {
    const change = fc.record({
      what: fc.constantFrom('save', 'save', 'remove', 'field'),
      table: fc.constantFrom('author', 'post', 'note'),
      id: fc.integer({ min: 1, max: 12 }),
      to: fc.nat(5),
      later: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const { project, origin } = await started();
        const folder = emptyFolder();
        await fetched('directus', origin, folder);
        for (const { what, table, id, to, later } of changes) {
          if (later) project.clock += 90_000;
          if (what === 'remove') project.remove(table, id);
          else if (what === 'field') project.extra.push(field('post', `more${project.extra.length}`, 'string'));
          else
            project.save(table, id, {
              title: `title ${to}`,
              ...(table === 'post' && { author: project.tables.get('author')?.has(to) === true ? to : null }),
            });
          if (to > 2) await fetched('directus', origin, folder);
        }
        const { bytes } = await fetched('directus', origin, folder);
        expect(bytes).toEqual((await fetched('directus', origin, emptyFolder())).bytes);
      }),
      { numRuns: amount(6, 1) },
    );
  });

  it('a row that changes twice within one clock tick › has its last state', async () => {
    const { project, origin } = await started();
    const folder = emptyFolder();
    await fetched('directus', origin, folder);
    const { date_updated: _, ...row } = project.tables.get('post')?.get(9) ?? {};
    project.tables.get('post')?.set(9, { ...row, title: 'twice', date_updated: null });
    expect((await fetched('directus', origin, folder)).bytes['post.ndjson']).toContain('twice');
  });

  it('a token without administrator rights › is refused, because it cannot see the rules for visitors', async () => {
    const { project, origin } = await started();
    project.admin = false;
    await expect(fetched('directus', origin, emptyFolder())).rejects.toThrow('the token of an administrator');
  });

  it('a collection whose name is a path outside the folder › is refused', async () => {
    const { project, origin } = await started();
    project.tables.set('../../up', new Map());
    await expect(fetched('directus', origin, emptyFolder())).rejects.toThrow('a name that no file can have');
  });

  it('the folder › is read by stele import directus', async () => {
    const { origin } = await started();
    const folder = emptyFolder();
    await fetched('directus', origin, folder);
    expect(memberAt(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')), 'project_name')).toBe('p');
  });
});
