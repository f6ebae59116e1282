/**
 * Strapi's REST API, played as Strapi 5 answers: one row for each locale, dates that only a row's own changes move, and of
 * what a row leads to only what is published.
 */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { amount } from '../../../../testing/amount.js';
import { removeFolders } from '../importing.js';
import { emptyFolder, fetched, played, stopServers } from './fetching.js';

afterEach(() => {
  stopServers();
  removeFolders();
});

type Values = Readonly<Record<string, unknown>>;
interface Row extends Values {
  readonly documentId: string;
}
interface Attribute {
  readonly type: string;
  readonly [option: string]: unknown;
}

const i18n = { i18n: { localized: true } };
const relation = (to: string, kind: string, more: object = {}): Attribute => ({
  ...{ type: 'relation', relation: kind, target: `api::${to}.${to}`, ...more },
});
const attributes: Readonly<Record<string, Readonly<Record<string, Attribute>>>> = {
  post: {
    title: { type: 'string', pluginOptions: i18n },
    secret: { type: 'string', private: true },
    author: relation('author', 'manyToOne'),
    parts: { type: 'dynamiczone', components: ['ui.box'] },
    cover: { type: 'media', multiple: false },
  },
  author: { name: { type: 'string' }, posts: relation('post', 'oneToMany', { mappedBy: 'author' }) },
  tag: { name: { type: 'string' } },
  home: { top: relation('post', 'oneToOne') },
  note: { text: { type: 'string' } },
};
const box = { label: { type: 'string' }, tag: relation('tag', 'oneToOne') };
const places: Readonly<Record<string, string>> = {
  posts: 'post',
  authors: 'author',
  tags: 'tag',
  home: 'home',
  notes: 'note',
};

/** What is nested in a query, as `a[b][0]=c` says it. */
function nested(query: URLSearchParams): unknown {
  const top = new Map<string, unknown>();
  for (const [path, value] of query) {
    const keys = path.split(/\]?\[|\]/).filter((key) => key !== '');
    let inside = top;
    for (const key of keys.slice(0, -1)) {
      const there = inside.get(key);
      const next = there instanceof Map ? there : new Map<string, unknown>();
      inside.set(key, next);
      inside = next;
    }
    inside.set(keys.at(-1) ?? '', value);
  }
  return top;
}
const within = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce((inside, key) => (inside instanceof Map ? inside.get(key) : undefined), value);
const valuesIn = (value: unknown): readonly unknown[] => (value instanceof Map ? [...value.values()] : []);

class Project {
  clock = Date.parse('2026-01-01T00:00:00.000Z');
  readonly asked: string[] = [];
  readonly rows = new Map<string, Map<string, Row>>(Object.keys(attributes).map((name) => [name, new Map()]));
  readonly drafts = new Set<string>();
  readonly files = new Set([1, 2, 3]);
  readonly extra: string[] = [];
  full = true;

  /** @param key of a post: its id and locale */
  save(type: string, key: string, values: Values): void {
    this.clock += 700;
    const now = new Date(this.clock).toISOString();
    const [documentId = '', locale] = key.split(':');
    const there = this.rows.get(type)?.get(key) ?? { createdAt: now };
    this.rows
      .get(type)
      ?.set(key, { ...there, ...values, documentId, locale: locale ?? null, updatedAt: now, publishedAt: now });
  }

  /** The draft stays, and no date of others moves. */
  unpublish(type: string, key: string): void {
    this.drafts.add(`${type} ${key}`);
  }

  publish(type: string, key: string): void {
    if (this.drafts.delete(`${type} ${key}`)) this.save(type, key, {});
  }

  remove(type: string, key: string): void {
    this.rows.get(type)?.delete(key);
  }

  /** From the other side: a post gets an author, and only the author's date moves. */
  take(author: string, post: string): void {
    const row = this.rows.get('post')?.get(post);
    if (row === undefined || this.rows.get('author')?.has(author) !== true) return;
    this.rows.get('post')?.set(post, { ...row, author });
    this.save('author', author, {});
  }

  answer(url: URL): unknown {
    // As it is sent: brackets that are coded would make it twice as long.
    this.asked.push(`${url.pathname}${url.search}`);
    if (url.search.includes('%5B')) return 414;
    const path = url.pathname.replace('/api/', '');
    const query = nested(url.searchParams);
    if (path.includes('-') && !this.full) return 403;
    const schema = (uid: string, of: object, more: object = {}): object => ({
      uid,
      schema: { attributes: of, ...more },
    });
    if (path === 'content-type-builder/content-types')
      return {
        data: Object.entries(attributes).map(([name, of]) =>
          schema(
            `api::${name}.${name}`,
            { ...of, ...(name === 'tag' && Object.fromEntries(this.extra.map((each) => [each, { type: 'string' }]))) },
            {
              kind: name === 'home' ? 'singleType' : 'collectionType',
              ...{ singularName: name, pluralName: `${name}s`, options: { draftAndPublish: name !== 'author' } },
              ...(name === 'post' && { pluginOptions: i18n }),
            },
          ),
        ),
      };
    if (path === 'content-type-builder/components') return { data: [schema('ui.box', box)] };
    if (path === 'i18n/locales') return ['en', 'de'].map((code) => ({ code, isDefault: code === 'en' }));
    if (path === 'users-permissions/roles') return { roles: [{ id: 2, type: 'public' }] };
    if (path === 'users-permissions/roles/2') {
      const granted = ['post', 'author', 'tag', 'home'].map((name) => [
        ...[`api::${name}`, { controllers: { [name]: { find: { enabled: true }, create: { enabled: false } } } }],
      ]);
      return { role: { permissions: Object.fromEntries(granted) } };
    }
    if (path === 'upload/files')
      return [...this.files].map((id) => ({ id, name: `f${id}.png`, url: `/u/f${id}.png`, mime: 'image/png' }));
    const type = places[path];
    return type === undefined ? 404 : this.#list(type, query);
  }

  #list(type: string, query: unknown): unknown {
    const locale = within(query, 'locale') ?? 'en';
    const ids = within(query, 'filters', 'documentId', '$in');
    const since = valuesIn(within(query, 'filters', '$or'));
    const found = [...(this.rows.get(type) ?? [])].filter(
      ([key, row]) =>
        this.#shows(type, key) &&
        (type !== 'post' || row['locale'] === locale) &&
        (ids === undefined || valuesIn(ids).includes(row.documentId)) &&
        (since.length === 0 ||
          since.some((each) =>
            valuesIn(each).some((date) => String(row['updatedAt']) >= String(within(date, '$gte'))),
          )),
    );
    const shown = found.map(([, row]) => this.#shown(attributes[type] ?? {}, row, query, String(locale), type));
    if (type === 'home') return shown.length === 0 ? 404 : { data: shown[0] };
    const size = Number(within(query, 'pagination', 'pageSize') ?? 25);
    const page = Number(within(query, 'pagination', 'page') ?? 1);
    const pagination = { page, pageSize: size, pageCount: Math.ceil(shown.length / size), total: shown.length };
    return { data: shown.slice((page - 1) * size, page * size), meta: { pagination } };
  }

  #shows(type: string, key: string): boolean {
    return this.rows.get(type)?.has(key) === true && !this.drafts.has(`${type} ${key}`);
  }

  /** A row or a component, with what was asked for. */
  #shown(of: Readonly<Record<string, Attribute>>, row: Values, query: unknown, locale: string, type = ''): Values {
    const keys = (target: string, given: readonly string[]): readonly string[] =>
      (target === 'post' ? given.map((id) => `${id.split(':')[0]}:${locale}`) : given).filter((key) =>
        this.#shows(target, key),
      );
    const dates = ['createdAt', 'updatedAt', 'publishedAt'].filter((name) => row[name] !== undefined);
    const only = valuesIn(within(query, 'fields'));
    const given: Record<string, unknown> = { id: 7, documentId: row['documentId'], ...(type === 'post' && { locale }) };
    for (const name of [...Object.keys(of), ...dates]) {
      const { type: kind = '', target, mappedBy, private: isPrivate }: Partial<Attribute> = of[name] ?? {};
      const populated = within(query, 'populate', name);
      if (isPrivate === true) continue;
      if (kind === 'relation') {
        if (populated === undefined) continue;
        const to = String(target).replace(/.*\./, '');
        const back = [...(this.rows.get(to) ?? [])].filter(([, each]) => each['author'] === row['documentId']);
        const leads =
          mappedBy === undefined
            ? [row[name]].flatMap((id) => (typeof id === 'string' ? [id] : []))
            : back.map(([key]) => key);
        const shown = keys(to, leads).map((key) => ({
          id: 8,
          documentId: key.split(':')[0],
          ...(to === 'post' && { locale }),
        }));
        given[name] =
          mappedBy === undefined
            ? (shown[0] ?? null)
            : [...new Map(shown.map((each) => [each.documentId, each])).values()];
      } else if (kind === 'media') {
        if (populated !== undefined)
          given[name] = this.files.has(Number(row[name])) ? { id: row[name], name: 'f' } : null;
      } else if (kind === 'dynamiczone') {
        const inner = within(populated, 'on', 'ui.box');
        const parts: unknown = row[name];
        if (inner !== undefined && Array.isArray(parts))
          given[name] = parts.map((part: Values) => ({
            __component: 'ui.box',
            ...this.#shown(box, part, inner, locale),
          }));
      } else if (only.length === 0 || only.includes(name)) given[name] = row[name] ?? null;
    }
    return given;
  }
}

describe('fetching from strapi', () => {
  const started = async (): Promise<{ readonly project: Project; readonly origin: string }> => {
    const project = new Project();
    for (const id of ['a0', 'a1', 'a2']) project.save('author', id, { name: `name ${id}` });
    for (const id of ['t0', 't1', 't2']) project.save('tag', id, { name: `tag ${id}` });
    for (let at = 0; at < 9; at += 1) {
      const parts = [{ label: `box ${at}`, tag: `t${at % 3}` }, { label: 'alone' }];
      const values = { secret: 'hush', author: `a${at % 3}`, parts, cover: 1 + (at % 3) };
      for (const locale of at % 2 === 0 ? ['en', 'de'] : ['en'])
        project.save('post', `p${at}:${locale}`, { title: `${locale} ${at}`, ...values });
    }
    project.unpublish('post', 'p8:en');
    project.unpublish('tag', 't2');
    project.save('home', 'h', { top: 'p1' });
    project.save('note', 'n', { text: 'for us only' });
    return { project, origin: await played((url) => project.answer(url)) };
  };

  it('a changed row › only related rows are requested; private content stays hidden', async () => {
    const { project, origin } = await started();
    const folder = emptyFolder();
    expect((await fetched('strapi', origin, folder)).changed).toBe(23);
    project.clock += 600_000;
    project.save('post', 'p1:en', { title: 'changed' });
    project.asked.length = 0;
    const { changed, bytes } = await fetched('strapi', `${origin}`, folder);
    expect(changed).toBe(1);
    const whole = project.asked.filter((each) => each.startsWith('/api/posts?') && each.includes('populate'));
    expect(whole).toHaveLength(2);
    // Also those that changed in the last seconds before.
    for (const each of whole) expect(each).toMatch(/\[%24in\]\[0\]=p1&.*\[1\]=p7&.*\[2\]=p8$/);
    expect(JSON.parse(bytes['post.ndjson']?.split('\n').find((line) => line.includes('"p1"')) ?? '')).toMatchObject({
      ...{ title: { en: 'changed' }, author: 'a1', cover: { url: '/u/f2.png' } },
    });
    expect(bytes['ui-box.ndjson']).toContain('"tag":"t1"');
    expect(Object.values(bytes).join()).not.toMatch(/hush|for us only/);
    expect(bytes['post.ndjson']).not.toContain('en 8');
  });

  it('any changes › the bytes of a complete fetch into an empty folder', { timeout: 120_000 }, async () => {
    const change = fc.record({
      what: fc.constantFrom('save', 'publish', 'unpublish', 'remove', 'take', 'file', 'field'),
      type: fc.constantFrom('post', 'author', 'tag', 'home'),
      id: fc.nat(9),
      to: fc.nat(5),
      later: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const { project, origin } = await started();
        const folder = emptyFolder();
        await fetched('strapi', origin, folder);
        for (const { what, type, id, to, later } of changes) {
          if (later) project.clock += 90_000;
          const key =
            type === 'post' ? `p${id}:${to % 2 === 0 ? 'en' : 'de'}` : type === 'home' ? 'h' : `${type[0]}${id % 4}`;
          const parts = [{ label: `new ${to}`, tag: `t${to}` }];
          if (what === 'save')
            project.save(type, key, {
              title: `title ${to}`,
              name: `name ${to}`,
              author: `a${to}`,
              parts,
              top: `p${to}`,
            });
          else if (what === 'publish') project.publish(type, key);
          else if (what === 'unpublish') project.unpublish(type, key);
          else if (what === 'remove') project.remove(type, key);
          else if (what === 'take') project.take(`a${to}`, `p${id}:en`);
          else if (what === 'file') project.files.delete(to);
          else project.extra.push(`more${project.extra.length}`);
          if (to > 2) await fetched('strapi', origin, folder);
        }
        const { bytes } = await fetched('strapi', origin, folder);
        expect(bytes).toEqual((await fetched('strapi', origin, emptyFolder())).bytes);
      }),
      { numRuns: amount(6, 1) },
    );
  });

  it('a token without full access › is refused, because it cannot see the rules for visitors', async () => {
    const { project, origin } = await started();
    project.full = false;
    await expect(fetched('strapi', origin, emptyFolder())).rejects.toThrow('an API token with full access');
  });
});
