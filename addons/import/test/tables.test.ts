import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { folderOf, imported, newFolder, removeFolders } from './importing.js';

afterEach(removeFolders);

const shelf = {
  'books.csv':
    'id,title,price,published,authors,in_print\nb1,"Salt, and Light",8.50,2019-10-12,a1,true\nb2,Stone,24.25,2024-03-01,,false\n',
  'authors.csv': 'id;name;zip\na1;Mara;01234\n',
};

describe('csv', () => {
  it('types › fit all values; a column named like a file, with its ids, is a link', async () => {
    const { model, items } = Object.assign(await imported('csv', folderOf(shelf)));
    expect(model.contentTypes).toEqual([
      {
        name: 'authors',
        fields: [
          { name: 'name', type: 'text', search: true },
          { name: 'zip', type: 'text' },
        ],
      },
      {
        name: 'books',
        fields: [
          { name: 'title', type: 'text', search: true },
          { name: 'price', type: 'decimal', precision: 2 },
          { name: 'published', type: 'dateTime', format: 'date' },
          { name: 'authors', type: 'relationship', to: 'authors', many: false },
          { name: 'in_print', type: 'boolean' },
        ],
      },
    ]);
    expect(items).toBeDefined();
  });

  it('items › have the values of the cells, and none for an empty cell', async () => {
    const result = await imported('csv', folderOf(shelf));
    expect(result.items('books')).toEqual([
      { id: 'b1', title: 'Salt, and Light', price: '8.50', published: '2019-10-12', authors: 'a1', in_print: true },
      { id: 'b2', title: 'Stone', price: '24.25', published: '2024-03-01', in_print: false },
    ]);
    expect(result.report.leftOut).toEqual([]);
  });

  it('keys › link by the suffix of their names, singular or plural; parents to their own type, join tables to both', async () => {
    const result = await imported(
      'csv',
      folderOf({
        'languages.csv': 'language_id,name\n1,en\n2,de\n',
        'addresses.csv': 'address_id,street\n7,Road\n',
        'categories.csv': 'id,name,parent_id\n1,A,\n2,B,1\n',
        'films.csv': 'film_id,original_language_id,main_addressId,page_count\n5,2,7,1\n',
        'people.csv': 'person_ID,name\n7,Ann\n',
        'jobs.csv': 'id,main_person_ID\n1,7\n',
        'film_category.csv': 'film_id,category_id,at\n5,1,x\n5,2,y\n5,2,z\n,2,w\n',
      }),
    );
    const to = (type: string, name: string): unknown => result.field(type, name)?.['to'];
    expect(to('films', 'original_language_id')).toBe('languages');
    expect(to('films', 'main_addressId')).toBe('addresses');
    expect(to('films', 'film_id')).toBeUndefined();
    expect(to('films', 'page_count')).toBeUndefined();
    expect(to('jobs', 'main_person_ID')).toBe('people');
    expect(to('categories', 'parent_id')).toBe('categories');
    expect(to('film_category', 'category_id')).toBe('categories');
    expect(result.items('film_category').map(({ id }) => id)).toEqual(['5-1', '5-2', '5-2-3', '4']);
    expect(result.report.notes.map(({ what }) => what)).toContain(
      'film_category.csv: there is no id column, so the id is made of film_id and category_id',
    );
  });

  it('a folder in which few files are tables › a warning, and one row for all other files', async () => {
    const others = Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`src/${n}.x${n}`, 'a']));
    const { report } = await imported('csv', folderOf({ ...others, 'a.csv': 'id\n1\n' }));
    expect(report.warnings[0]).toMatch(/^only 1 of 121 files end in \.csv or \.tsv: is .+ the right folder\?$/);
    expect(report.leftOut).toMatchObject([{ what: 'other files', count: 120 }]);
  });

  it('several files of another kind › one row for each ending', async () => {
    const files = { 'a.csv': 'id\n1\n', 'a.txt': '', 'b.txt': '', 'c.pdf': '' };
    const { report } = await imported('csv', folderOf(files));
    expect(report.leftOut.map(({ what: subject, count }) => [subject, count])).toEqual([
      ['file c.pdf', 1],
      ['files ending in .txt', 2],
    ]);
  });

  it('a column of numbers with one text › is a text, with a note', async () => {
    const result = await imported('csv', folderOf({ 'p.csv': 'id,n\na,1\nb,2\nc,many\n' }));
    expect(result.report.notes).toContainEqual({
      what: 'p.n: 2 of 3 values are numbers, but not "many" (p.csv, line 4); so it is a text. Correct the value, or leave it out with --overrides <file> and {"p.n":{"type":"integer"}} in the file',
      count: 1,
    });
  });

  const dates = (...last: string[]): string => ['1901-01-02', '1902-01-02', ...last].join('\n');
  it.each([
    [
      'an impossible date',
      `born\n${dates('1903-02-30')}`,
      /^p\.born: 2 of 3 values are dates, but not "1903-02-30" \(p\.csv, line 4\); so it is a text\..*\{"p\.born":\{"type":"dateTime","format":"date"\}\} in the file$/,
    ],
    ['a number among dates', `born\n${dates('1903')}`, /2 of 3 values are dates, but not "1903" \(p\.csv, line 4\)/],
    [
      'several other values',
      `born\n${dates('a', '?')}`,
      /2 of 4 values are dates, but not "a" \(p\.csv, line 4\), "\?" \(p\.csv, line 5\); .*Correct the values, or leave them out/,
    ],
    [
      'a time',
      `at\n${dates('1903-01-01T10:00:00Z', '')}x`,
      /3 of 4 values are times.*\{"p\.at":\{"type":"dateTime"\}\}/,
    ],
    ['yes', 'sold\ntrue\nfalse\nyes', /2 of 3 values are true or false, but not "yes".*"boolean"/],
    ['an unpadded price', 'price\n1.50\n2.50\n02.50', /2 of 3 values are numbers, but not "02\.50".*"decimal"/],
    [
      'one of 20 numbers with a zero in front',
      `zip\n${Array.from({ length: 19 }, (_, n) => n + 10).join('\n')}\n01`,
      /19 of 20 values are numbers, but not "01" \(p\.csv, line 21\)/,
    ],
  ])('%s › makes a text, and a note names it', async (_, text, note) => {
    const { report } = await imported('csv', folderOf({ 'p.csv': `${text}\n` }));
    expect(report.notes.map(({ what }) => what)).toContainEqual(expect.stringMatching(note));
  });

  it('one dangling id of three › no relationship, a note names it, and its override makes one', async () => {
    const files = { 'people.csv': 'id\n1\n2\n', 'films.csv': 'id,people_id\na,1\nb,2\nc,7\n' };
    const result = await imported('csv', folderOf(files));
    const override = '{"films.people_id":{"to":"people"}}';
    expect(result.field('films', 'people_id')).toMatchObject({ type: 'integer' });
    expect(result.report.notes).toContainEqual({
      what: `films.people_id: 2 of 3 values are ids of people, but not "7" (films.csv, line 4); so it is of type integer, and no relationship. Correct the value, or leave it out with --overrides <file> and ${override} in the file`,
      count: 1,
    });
    const overrides = join(folderOf({ 'overrides.json': override }), 'overrides.json');
    const corrected = await imported('csv', folderOf(files), { overrides });
    expect(corrected.items('films').map((item) => item['people_id'])).toEqual(['1', '2', undefined]);
    expect(corrected.report.notes.map(({ what }) => what)).not.toContainEqual(expect.stringContaining('people_id'));
    expect(corrected.leftOut('films.people_id', /not in the export/)).toBe(1);
  });

  it('values of a private field › are in no note', async () => {
    const text =
      'name,date_of_birth,email\na,1901-01-02,a@example.org\nb,1902-01-02,b@example.org\nc,x,c@example.org\n';
    const { report } = await imported('csv', folderOf({ 'p.csv': `${text}` }), { without: ['p.date_of_birth'] });
    expect(JSON.stringify(report.notes)).not.toContain('date_of_birth');
  });

  it('a link column with one other value › stays a text', async () => {
    const files = { ...shelf, 'books.csv': 'id,authors\nb1,a1\nb2,nobody\n' };
    expect((await imported('csv', folderOf(files))).field('books', 'authors')).toEqual({
      name: 'authors',
      type: 'text',
    });
  });

  it('a truncated gzip file › is refused, and nothing is written', async () => {
    const lines = Array.from({ length: 5000 }, (_, n) => `${n},${Math.sin(n)}`).join('\n');
    const input = folderOf({ 'a.csv.gz': gzipSync(`id,x\n${lines}\n`).subarray(0, 9000) });
    const out = join(newFolder(), 'export');
    await expect(imported('csv', input, { out })).rejects.toThrow(/a\.csv\.gz is cut short/);
    expect(readdirSync(dirname(out))).toEqual([]);
  });

  it.each([
    [
      'a quote that does not end',
      'id,title\n1,"open\n',
      /a\.csv, line \d+: a quote that opens in this row is not closed\. Close it/,
    ],
    ['a line with too few cells', 'id,title\n1\n', /a\.csv, line 2: the row has 1 cell, and the header has 2/],
    ['bytes that are no UTF-8', Buffer.from([0x69, 0x64, 0x0a, 0xe9, 0x0a]), /a\.csv is not UTF-8/],
    ['no line at all', '', /a\.csv is empty/],
  ])('%s › is refused with its position', async (_, text, message) => {
    await expect(imported('csv', folderOf({ 'a.csv': text }))).rejects.toThrow(message);
  });
});

describe('json', () => {
  it('an array, an object by ids, and lines › are read as items', async () => {
    const result = await imported(
      'json',
      folderOf({
        'a.json': '[{"id": 1, "n": 1.5}, {"id": 2, "n": 12345678901234567890}]',
        'b.json': '{"x": {"tags": ["p", "q"]}, "y": {"tags": []}}',
        'c.ndjson': '{"id":"1","when":"2024-03-01 10:00:00","o":{"deep":[1]}}\n\n{"id":"2","when":null}\n',
      }),
      { zone: 'Europe/Zurich' },
    );
    expect(result.items('a')).toEqual([
      { id: '1', n: '1.5' },
      { id: '2', n: '12345678901234567890' },
    ]);
    expect(result.field('b', 'tags')).toEqual({ name: 'tags', type: 'text', many: true });
    expect(result.items('b')).toEqual([
      { id: 'x', tags: ['p', 'q'] },
      { id: 'y', tags: [] },
    ]);
    expect(result.items('c')).toEqual([{ id: '1', when: '2024-03-01T09:00:00.000Z', o: { deep: [1] } }, { id: '2' }]);
    expect(result.report.notes).toEqual([{ what: 'c.when: times without a zone, taken as Europe/Zurich', count: 1 }]);
  });

  it('addresses of an API › are links, alone, in objects, in lists and nested; unknown targets stay texts', async () => {
    const at = (path: string): string => `https://api.example.org/v2/${path}/`;
    const result = await imported(
      'json',
      folderOf({
        'pokemon.json': JSON.stringify([
          {
            id: 1,
            species: { name: 'bulb', url: at('species/9') },
            moves: [
              { name: 'a', url: at('move/1') },
              { name: 'b', url: at('move/2') },
            ],
            home: at('species/9'),
            stats: [{ base: 1, stat: { name: 'hp', url: at('stat/1') } }],
            learnt: [
              { slot: 1, move: { name: 'b', url: at('move/2') }, by: [{ version: { name: 'c', url: at('none/3') } }] },
              { slot: 2, move: { name: 'b', url: at('move/2') }, by: [] },
            ],
            link: { name: 'site', url: at('none/1') },
          },
        ]),
        'species.json': '[{"id": 9, "n": 1}]',
        'moves.json': JSON.stringify([{ url: at('moves/1') }, { url: at('moves/2') }]),
      }),
    );
    expect(result.items('pokemon')).toEqual([
      {
        id: '1',
        species: '9',
        moves: ['1', '2'],
        home: '9',
        stats: [{ base: 1, stat: { name: 'hp', url: at('stat/1') } }],
        learnt: expect.arrayContaining([expect.objectContaining({ slot: 1 })]),
        learnt_move: ['2'],
        link: { name: 'site', url: at('none/1') },
      },
    ]);
    expect(result.field('pokemon', 'learnt')).toMatchObject({ type: 'json' });
    expect(result.report.leftOut).toEqual([]);
    expect(result.field('pokemon', 'moves')).toEqual({ name: 'moves', type: 'relationship', to: 'moves', many: true });
  });

  it('one file per item › its type is the folder or file name; its id is its own, or the file name', async () => {
    const result = await imported(
      'json',
      folderOf({
        'posts/a.json': '{"meta": {"x": 1}, "title": "A", "slug": "s"}',
        'posts/b.json': '{"id": "own", "title": "B"}',
        'type/12/index.json': '{"n": 1}',
        'settings.json': '{"theme": "dark"}',
        'tags.json': '{"t": {"n": 1}}',
      }),
    );
    expect(result.items('posts')).toEqual([
      { id: 'a', meta: { x: 1 }, title: 'A', slug: 's' },
      { id: 'own', title: 'B' },
    ]);
    expect(result.items('type')).toEqual([{ id: '12', n: 1 }]);
    expect(result.items('settings')).toEqual([{ id: 'settings', theme: 'dark' }]);
    expect(result.items('tags')).toEqual([{ id: 't', n: 1 }]);
  });

  it.each([
    ['text that ends too early', '[{"id": 1}, {"id"', /a\.json is not complete JSON/],
    ['an item that is not an object', '[1]', /a\.json, item 1: it is not an object/],
    ['text that is no JSON', 'id,title', /a\.json is not complete JSON/],
  ])('%s › is refused', async (_, text, message) => {
    await expect(imported('json', folderOf({ 'a.json': text }))).rejects.toThrow(message);
  });
});

describe('an export', () => {
  it('of equal input › has equal bytes, and replaces the previous one', async () => {
    const input = folderOf(shelf);
    const first = await imported('csv', input);
    const before = first.bytes;
    const second = await imported('csv', input, { out: first.out });
    expect(second.bytes).toEqual(before);
    expect(Object.keys(before)).toEqual(['authors.ndjson', 'books.ndjson', 'import.json', 'model.json']);
    expect(readdirSync(dirname(first.out))).toEqual(['export']);
  });

  it('into a folder with other content › is refused, and the folder is unchanged', async () => {
    const out = folderOf({ 'thesis.txt': 'mine' });
    await expect(imported('csv', folderOf(shelf), { out })).rejects.toThrow(/was not written by stele import/);
    expect(readdirSync(out)).toEqual(['thesis.txt']);
  });

  it('with an edited model › keeps the model, and refuses a value that does not fit with its line', async () => {
    const first = await imported('csv', folderOf(shelf));
    const path = join(first.out, 'model.json');
    const edited = readFileSync(path, 'utf8').replace('"type": "decimal",\n          "precision": 2', '"type": "text"');
    writeFileSync(path, edited);
    const again = await imported('csv', folderOf(shelf), { out: first.out });
    expect(readFileSync(path, 'utf8')).toBe(edited);
    expect(again.report.modelKept).toBe(true);
    expect(again.items('books')[0]).toMatchObject({ price: '8.50' });
    const worse = folderOf({ ...shelf, 'books.csv': 'id,title,in_print\nb1,Salt,maybe\n' });
    await expect(imported('csv', worse, { out: first.out })).rejects.toThrow(
      /books\.csv, line 2: books\.in_print: "maybe" does not fit a field of type boolean/,
    );
    expect(again.items('books')).toHaveLength(2);
    const anew = await imported('csv', worse, { out: first.out, newModel: true });
    expect(anew.field('books', 'in_print')?.type).toBe('text');
  });

  it('with a model that lacks a field › leaves it out with a note; strict refuses it', async () => {
    const model = { space: 's', contentTypes: [{ name: 'books', fields: [{ name: 'title', type: 'text' }] }] };
    const options = { model: join(folderOf({ 'm.json': JSON.stringify(model) }), 'm.json') };
    const result = await imported('csv', folderOf(shelf), options);
    expect(result.items('books')[1]).toEqual({ id: 'b2', title: 'Stone' });
    expect(result.leftOut('books.price', /model has no such field/)).toBe(2);
    expect(result.leftOut('authors: items', /model has no such type/)).toBe(1);
    await expect(imported('csv', folderOf(shelf), { ...options, strict: true })).rejects.toThrow(
      /--strict refuses that; nothing was written:\n {2}authors: items: 1 × the model has no such type/,
    );
  });

  it('without an excluded type and field › names the option, and is accepted in strict mode', async () => {
    const result = await imported('csv', folderOf(shelf), {
      without: ['authors', 'books.price', 'books.authors'],
      strict: true,
    });
    expect(Object.keys(result.counts)).toEqual(['books']);
    expect(result.report.leftOut.map(({ what, loss }) => [what, loss])).toEqual([
      ['authors: items', false],
      ['books.authors', false],
      ['books.price', false],
    ]);
  });

  it('invalid or equal names › are changed by a rule, equal in any order', async () => {
    const header = 'id,type,Prix (€),prix,Größe,2nd,größe_\n';
    const result = await imported('csv', folderOf({ 'Meine Bücher.csv': `${header}1,a,b,c,d,e,f\n` }));
    const [type] = result.model.contentTypes;
    expect([type?.name, ...(type?.fields ?? []).map(({ name }) => name)]).toEqual([
      'Meine-Bucher',
      'typeValue',
      'Prix2',
      'prix',
      'Grosse',
      'n2nd',
      'grosse2',
    ]);
    expect(result.report.renamed.map(({ source }) => source)).toContain('Meine Bücher.2nd');
  });
});

describe('places', () => {
  const places = {
    contentful: { lon: 13.404954, lat: 52.52000659999999 },
    directus: { type: 'Point', coordinates: [13.404954, 52.52000659999999] },
    sanity: { _type: 'geopoint', lat: 52.52000659999999, lng: 13.404954 },
    wordpress: { lat: '52.52000659999999', lng: '13.404954' },
    plain: { latitude: 52.5200066, longitude: 13.404954 },
  };

  it.each(Object.entries(places))('in the form of %s › are locations with seven decimal digits', async (_, place) => {
    const result = await imported(
      'json',
      folderOf({ 'shops.json': JSON.stringify([{ id: '1', place }, { id: '2' }]) }),
    );
    expect(result.field('shops', 'place')).toEqual({ name: 'place', type: 'location' });
    expect(result.items('shops')).toEqual([
      { id: '1', place: { latitude: 52.5200066, longitude: 13.404954 } },
      { id: '2' },
    ]);
  });

  it.each([
    { lat: 91, lng: 1 },
    { lat: 1 },
    { lat: 1, lng: 2, address: 'Road 1' },
    { type: 'Point', coordinates: [1, 2, 34] },
  ])('%j › stays JSON', async (place) => {
    const result = await imported('json', folderOf({ 'shops.json': JSON.stringify([{ id: '1', place }]) }));
    expect(result.field('shops', 'place')).toEqual({ name: 'place', type: 'json' });
    expect(result.items('shops')).toEqual([{ id: '1', place }]);
  });
});
