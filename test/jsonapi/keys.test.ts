/**
 * Surrogate keys are enough: between two snapshots, every answer that differs carries a key of what changed, and most
 * of those that do not differ carry none.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../build/publish/index.js';
import { RequestError } from '../../src/errors/index.js';
import { diskFiles } from '../../src/files/index.js';
import {
  ALL_KEY,
  answer,
  dependencies,
  itemKey,
  joinKeys,
  KEYS_BYTES_MAXIMUM,
  parseRequest,
  type Resource,
  typeKey,
} from '../../src/jsonapi/index.js';
import { openCurrent, type Space } from '../../src/snapshot/index.js';
import { BOOKSHOP_EXPORT, exportedItems, openBookshop, temporaryFolder } from '../support/bookshop.js';

type Item = Record<string, unknown> & { id: string };

/** A bookshop one night later. */
async function changedBookshop(): Promise<Space> {
  const folder = join(temporaryFolder(), 'export');
  cpSync(BOOKSHOP_EXPORT, folder, { recursive: true });
  const edit = (type: string, change: (items: Item[]) => Item[]): void => {
    const file = join(folder, `${type}.ndjson`);
    const items = readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    writeFileSync(
      file,
      `${change(items)
        .map((item) => JSON.stringify(item))
        .join('\n')}\n`,
    );
  };
  edit('book', (books) =>
    books.map((book, i) => (i % 20 === 3 ? { ...book, title: `${book['title']}, again` } : book)),
  );
  // Links to the removed ones are dropped: the items that had them change as well.
  edit('review', (reviews) => [...reviews.filter((_, i) => i % 25 !== 7), { ...reviews[0]!, id: 'a new, odd "id"' }]);
  edit('author', (authors) => authors.filter((_, i) => i !== 4));
  edit('event', ([first, second, ...others]) => [second!, first!, ...others]);
  const snapshots = join(temporaryFolder(), 'snapshots');
  await buildSnapshot(folder, snapshots, { files: diskFiles, strict: false });
  return openCurrent(diskFiles, snapshots);
}

interface Answered {
  readonly document: string;
  readonly keys: ReadonlySet<string>;
}

/** @returns undefined where the request is refused, which no cache keeps */
function ask(space: Space, url: string): Answered | undefined {
  const [path = '', search = ''] = url.split('?');
  try {
    const request = parseRequest(space.model, path, search);
    const shown: Resource[] = [];
    const document = answer(space, request, '', undefined, shown).toString();
    return { document, keys: dependencies(space, request, shown) };
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

const idsOf = (space: Space, type: string): string[] => {
  const { id } = space.types.get(type)!.segment;
  return Array.from(id.column.subarray(0, space.types.get(type)!.segment.size), (ordinal) =>
    Buffer.from(id.terms.at(ordinal - 1)).toString(),
  );
};

const relationshipsOf = (space: Space, type: string) => space.types.get(type)!.segment.type.relationships;

/** The item with all that a change of it can mean. */
function rendered(space: Space, type: string, id: string): string | undefined {
  const many = relationshipsOf(space, type).filter((field) => field.many);
  const search = many.map(({ name }) => `page[${name}][limit]=200`).join('&');
  return ask(space, `/${type}/${encodeURIComponent(id)}?${search}`)?.document;
}

/** What the documentation of the keys says must be purged. */
function purged(before: Space, after: Space): ReadonlySet<string> {
  const keys = new Set([ALL_KEY]);
  for (const type of before.types.keys()) {
    const [old, now] = [idsOf(before, type), idsOf(after, type)];
    const changed = [...new Set([...old, ...now])].filter(
      (id) => rendered(before, type, id) !== rendered(after, type, id),
    );
    for (const id of changed) keys.add(itemKey(type, id));
    if (changed.length > 0 || old.join() !== now.join()) keys.add(typeKey(type));
  }
  return keys;
}

/** Requests of every kind, over every type and item. */
function urlsOf(space: Space): string[] {
  const urls = [''];
  for (const [type, { segment }] of space.types) {
    const names = segment.type.relationships.map(({ name }) => name);
    const scalar = segment.type.attributes.find((field) => field.type === 'text')?.name ?? 'id';
    const include = `include=${names.slice(0, 2).join()}`;
    for (const search of [
      '',
      `sort=${scalar}`,
      `sort=-id&page[limit]=3`,
      `filter[${scalar}][_exists]=true&${include}`,
    ]) {
      urls.push(`/${type}?${search}`, `/${type}?${search}&page[skip]=5`);
    }
    for (const id of idsOf(space, type)) {
      const item = `/${type}/${encodeURIComponent(id)}`;
      urls.push(item, `${item}?${include}`, `${item}?fields[${type}]=${scalar}`);
      for (const name of names) {
        urls.push(`${item}/${name}`, `${item}/relationships/${name}`, `${item}/${name}?page[limit]=2`);
        urls.push(`${item}/${name}?sort=-id&page[limit]=2`, `${item}/${name}?filter[id][_neq]=x&page[limit]=3`);
      }
    }
  }
  return urls;
}

describe('from one snapshot to the next', () => {
  let before: Space;
  let after: Space;
  beforeAll(async () => {
    before = await openBookshop();
    after = await changedBookshop();
  });

  it('every answer that differs › carries a key of what changed; few of the others do', () => {
    const purge = purged(before, after);
    const seen = { same: 0, differing: 0, needlessly: 0 };
    for (const url of urlsOf(before)) {
      const old = ask(before, url);
      if (old === undefined) continue;
      const isPurged = [...old.keys].some((key) => purge.has(key));
      if (ask(after, url)?.document !== old.document) {
        expect(isPurged, url).toBe(true);
        seen.differing += 1;
      } else {
        seen.same += 1;
        if (isPurged) seen.needlessly += 1;
      }
    }
    expect(seen.differing).toBeGreaterThan(200);
    expect(seen.same).toBeGreaterThan(1000);
    expect(seen.needlessly / seen.same).toBeLessThan(0.4);
  });

  it('an odd id › the same key from the item and from the store', () => {
    const id = 'a new, odd "id"';
    const found = ask(after, `/review/${encodeURIComponent(id)}`);
    expect([...(found?.keys ?? [])]).toEqual([itemKey('review', id)]);
    expect(itemKey('review', id)).toMatch(/^[!-+\--~]+$/);
  });
});

describe('keys of an answer', () => {
  const [book] = exportedItems('book');
  const bookPath = `/book/${book?.['id']}`;
  const author = `author/${book?.['author']}`;

  it.each([
    [bookPath, [`book/${book?.['id']}`]],
    [`${bookPath}?include=author`, [`book/${book?.['id']}`, author]],
    [`${bookPath}/author`, [`book/${book?.['id']}`, author]],
    [`${bookPath}/relationships/reviews`, [`book/${book?.['id']}`]],
    [`/book?filter[id][_eq]=${book?.['id']}`, ['book', `book/${book?.['id']}`]],
    ['/book?filter[id][_eq]=none', ['book']],
    [`${bookPath}/reviews?filter[id][_eq]=none`, [`book/${book?.['id']}`, 'review']],
    [`${bookPath}/reviews?sort=id&page[limit]=0`, [`book/${book?.['id']}`, 'review']],
  ])('%s › %j', async (url, keys) => {
    expect([...(ask(await openBookshop(), url)?.keys ?? [])].sort()).toEqual([...keys].sort());
  });

  it('the list of types › every type', async () => {
    const space = await openBookshop();
    expect([...(ask(space, '')?.keys ?? [])]).toEqual([...space.types.keys()]);
  });
});

describe('joinKeys', () => {
  it('keys that fit › all of them', () => {
    expect(joinKeys(new Set(['book', 'book/b1']), ' ')).toBe('book book/b1');
    expect(joinKeys(new Set(['book', 'book/b1']), ',')).toBe('book,book/b1');
  });

  it('items that are too many › their types', () => {
    const many = Array.from({ length: 400 }, (_, i) => itemKey(i % 2 === 0 ? 'book' : 'author', `some-item-${i}`));
    expect(joinKeys(new Set(['review', ...many]), ' ')).toBe('review book author');
  });

  it('types that are too many › the one key for all', () => {
    const types = Array.from({ length: 400 }, (_, i) => typeKey(`some-content-type-${i}`));
    expect(types.join(' ').length).toBeGreaterThan(KEYS_BYTES_MAXIMUM);
    expect(joinKeys(new Set(types), ' ')).toBe(ALL_KEY);
  });
});
