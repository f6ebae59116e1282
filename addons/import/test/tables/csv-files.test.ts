/**
 * CSV files as programs write them: ids, encodings, broken rows, locales, keys of other tables.
 */
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { importSummary } from '../../commands/import-report.js';
import { folderOf, imported, removeFolders } from '../importing.js';

afterEach(removeFolders);

const pages = 'page_id,name,ID\np1,A,1\np2,B,1\np3,C,2\np4,D,2\n';
const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');

describe('csv ids', () => {
  it('a repeating column › next to a unique one', async () => {
    const result = await imported('csv', folderOf({ 'pages.csv': pages }));
    expect(result.items('pages').map(({ id, ID }) => [id, ID])).toEqual([
      ['p1', 1],
      ['p2', 1],
      ['p3', 2],
      ['p4', 2],
    ]);
    expect(result.report.warnings).toEqual([
      expect.stringMatching(/ID does not name the rows \(2 .* so the id is page_id/),
    ]);
    expect(result.report.leftOut).toEqual([]);
  });

  it.each([
    [
      'ids that repeat, and no other column',
      'id,author_id\n1,a\n1,b\n1,c\n',
      {},
      /a\.csv: id does not name the items: 2 .*"1" in line 3/,
    ],
    ['rows without an id', 'id,n\n,a\n,b\n', {}, /a\.csv: id does not name the items: 2 .*"" in line 2/],
    ['--id of a column that repeats', pages, { ids: ['ID'] }, /ID does not name the items/],
    ['--id of a column that does not exist', pages, { ids: ['a.nam'] }, /a has no column nam.*Did you mean "name"/],
    ['--id of a column of no table', pages, { ids: ['x'] }, /--id x: no table has this column/],
  ])('%s › are refused', async (_, text, options, message) => {
    await expect(imported('csv', folderOf({ 'a.csv': text }), options)).rejects.toThrow(message);
  });

  it('one row with the id of another › is lost, and counted', async () => {
    const result = await imported('csv', folderOf({ 'a.csv': 'id,n\n1,a\n1,b\n2,c\n' }));
    expect(result.items('a').map(({ id }) => id)).toEqual(['1', '2']);
    expect(result.leftOut('a: items', /the id appears twice/)).toBe(1);
  });

  it('a repeating code › is not an id; row numbers are used', async () => {
    const result = await imported('csv', folderOf({ 'a.csv': 'code,n\nx,a\nx,b\nx,c\n' }));
    expect(result.items('a').map(({ id, code }) => [id, code])).toEqual([
      ['1', 'x'],
      ['2', 'x'],
      ['3', 'x'],
    ]);
  });

  it('--id › names a column, a column of one table, or # for row numbers', async () => {
    const files = { 'pages.csv': pages, 'log.csv': 'id,page_id,name\n1,p1,a\n1,p1,b\n1,p1,c\n' };
    const result = await imported('csv', folderOf(files), { ids: ['pages.name', 'log.#'] });
    expect(result.items('pages').map(({ id }) => id)).toEqual(['A', 'B', 'C', 'D']);
    expect(result.items('log').map(({ id }) => id)).toEqual(['1', '2', '3']);
    const json = { 'a.json': '[{"id": 1, "key": "x"}, {"id": 1, "key": "y"}, {"id": 1, "key": "z"}]' };
    expect((await imported('json', folderOf(json), { ids: ['key'] })).items('a').map(({ id }) => id)).toEqual([
      'x',
      'y',
      'z',
    ]);
    await expect(imported('json', folderOf(json))).rejects.toThrow(
      /a\.json: id does not name the items: 2 .*"1" in a\.json, item 2/,
    );
    await expect(imported('markdown', folderOf({ 'a.md': 'A' }), { ids: ['key'] })).rejects.toThrow(
      /--id has no effect/,
    );
  });
});

describe('csv texts', () => {
  it('a first line sep= › names the delimiter', async () => {
    const result = await imported('csv', folderOf({ 'a.csv': 'sep=;\nid;n\n1;a,b\n' }));
    expect(result.items('a')).toEqual([{ id: '1', n: 'a,b' }]);
  });

  it.each([
    ['lines appended to a file of Windows', 'id,n,t\r\n1,5,"a\r\nb"\r\n2,6,c\n3,7,"d\ne"\n'],
    ['lines of Windows after other lines', 'id,n,t\n1,5,"a\r\nb"\n2,6,c\r\n3,7,"d\ne"\r\n'],
    ['an old Mac', 'id,n,t\r1,5,"a\r\nb"\r2,6,c\r3,7,"d\ne"'],
  ])('ends of lines of %s › end rows, and stay within quotes', async (_, text) => {
    const result = await imported('csv', folderOf({ 'a.csv': text }));
    expect(result.items('a')).toEqual([
      { id: '1', n: 5, t: 'a\r\nb' },
      { id: '2', n: 6, t: 'c' },
      { id: '3', n: 7, t: 'd\ne' },
    ]);
  });

  it('UTF-16 with a byte order mark › is read, in both byte orders and for every source', async () => {
    const text = 'id\tn\r\n1\tä\r\n';
    const files = { 'a.csv': utf16(text), 'b.csv': utf16(text).swap16() };
    const result = await imported('csv', folderOf(files));
    expect([result.items('a'), result.items('b')]).toEqual([[{ id: '1', n: 'ä' }], [{ id: '1', n: 'ä' }]]);
    const json = await imported('json', folderOf({ 'a.json': utf16('[{"id": "1", "n": "ä"}]') }));
    expect(json.items('a')).toEqual([{ id: '1', n: 'ä' }]);
  });

  it.each([
    ['UTF-16 without a mark', utf16('id,n\n1,a\n').subarray(2), /a\.csv, line 1: .*U\+0000.*iconv -f utf-16/],
    ['UTF-16 that is cut short', utf16('id,n\n1,a\n').subarray(0, 17), /a\.csv is not UTF-16LE, line 2/],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x69, 0, 0, 0]), /a\.csv is UTF-32.*iconv -f utf-32/],
    [
      'a byte that is no UTF-8',
      Buffer.from('id,n\n1,a\n2,\xe4\n', 'latin1'),
      /a\.csv is not UTF-8, line 3\..*iconv -f latin1/,
    ],
    ['a NUL in a cell', 'id,n\n1,a\n2,"x\ny\0"\n', /a\.csv, line 3: n has a character that no text may have/],
    [
      'a quote that opens in line 2 of 501',
      `id,n\n1,"open\n${'3,x\n'.repeat(499)}`,
      /a\.csv, line 2: a quote that opens in this row is not closed before line 501/,
    ],
    [
      'a quote that another row closes',
      `id,n\n\n1,"open\n2,x\n3,"y"\n4,z\n`,
      /a\.csv, line 3: a quote that opens in this row is not closed before line 5/,
    ],
    [
      'a short row after an empty line',
      'id,n\n1,"a\nb"\n\n2\n',
      /a\.csv, line 5: the row has 1 cell, and the header has 2\. Add the missing cells: an empty one is "," alone/,
    ],
    [
      'a row with too many cells',
      'id;n\n1;a;b\n',
      /a\.csv, line 2: the row has 3 cells, and the header has 2\. Put quotes around a cell that contains ";"/,
    ],
  ])('%s › is refused with its line', async (_, text, message) => {
    await expect(imported('csv', folderOf({ 'a.csv': text }))).rejects.toThrow(message);
  });

  it('half a surrogate pair or a NUL nested in JSON › is refused with its position, or left out', async () => {
    const folder = folderOf({
      'a.ndjson': '{"id":"1","o":{"t":["\\ud83d"]}}\n{"id":"2","o":{"t":["x"]}}\n{"id":"3","n":"\\u0000"}\n',
    });
    await expect(imported('json', folder)).rejects.toThrow(
      /2 places .*\n {2}a\.ndjson, line 1: o has .*\n {2}a\.ndjson, line 3: n has/,
    );
    expect((await imported('json', folder, { skipFaulty: true })).items('a').map(({ id }) => id)).toEqual(['2']);
  });
});

it('two columns of one name › a note names them, and the second gets a number', async () => {
  const { report } = await imported('csv', folderOf({ 'a.csv': 'id,name,name\n1,a,b\n' }));
  expect(report.notes.map(({ what }) => what)).toContain(
    'a.csv: two columns are called name; the second one is the field name-2',
  );
  expect(report.renamed).toMatchObject([{ name: 'a.name-2', reason: 'a name cannot have " "' }]);
});

describe('the printed report', () => {
  const names = Array.from({ length: 30 }, (_, n) => `c${n}`);
  const wide = `id,${names.join()}\n1,${names.join()}\n`;

  it('a long one › has its first warnings again at its end', async () => {
    const without = ['a.w', 'a.x', 'a.y', 'a.z'];
    const { report } = await imported('csv', folderOf({ 'a.csv': wide }), { without });
    const [, end = ''] = importSummary(report).split('Kept out as not public: 0.\n');
    expect(end).toBe(
      `4 warnings, the first of them:\n${report.warnings
        .slice(0, 3)
        .map((warning) => `  ${warning}\n`)
        .join('')}`,
    );
  });

  it.each([
    ['a short one', 'id,n\n1,a\n', ['a.w']],
    ['one without warnings', wide, []],
  ])('%s › ends with the counts', async (_, text, without) => {
    const { report } = await imported('csv', folderOf({ 'a.csv': text }), { without });
    expect(importSummary(report)).toMatch(/Kept out as not public: 0\.\n$/);
  });

  it.each([
    ['Größe', 'Grosse', 'a name cannot have "ö" "ß"'],
    ['3d', 'n3d', 'a name begins with a letter, and does not end with _ or -'],
    ['type', 'typeValue', 'reserved by JSON:API or by a URL'],
    ['n', 'n2', 'another one has the name; names that differ in case only are equal'],
  ])('the column %s › becomes %s, with the reason', async (source, name, reason) => {
    const { report } = await imported('csv', folderOf({ 'a.csv': `id,N,${source}\n1,a,b\n` }));
    expect(report.renamed).toContainEqual({ source: `a.${source}`, name: `a.${name}`, reason });
  });

  it('a name of the overrides › is the reason', async () => {
    const overrides = join(folderOf({ 'o.json': '{"a.n": {"name": "m"}, "a": {"name": "b"}}' }), 'o.json');
    const { report } = await imported('csv', folderOf({ 'a.csv': 'id,n\n1,x\n' }), { overrides });
    expect(report.renamed.map(({ reason }) => reason)).toEqual(['your overrides say so', 'your overrides say so']);
  });
});

describe('csv --csv-locale', () => {
  const table = 'id;price;day;zip;version\n1;1.234,50;31.12.2024;01234;1.2\n2;7,25;1.2.2025 9:05;99999;x\n';

  it('de › reads decimal commas and dates, and leaves other columns alone', async () => {
    const result = await imported('csv', folderOf({ 'a.csv': table }), { csvLocale: 'de' });
    expect(result.items('a')).toEqual([
      { id: '1', price: '1234.50', day: '2024-12-31', zip: '01234', version: '1.2' },
      { id: '2', price: '7.25', day: '2025-02-01T09:05:00.000Z', zip: '99999', version: 'x' },
    ]);
    expect(result.report.notes.map(({ what }) => what)).toContain('a.price: read as numbers of de');
  });

  it.each([
    ['en-US', '2/1/2025', '1,234.5', '2025-02-01', '1234.5'],
    ['en-GB', '1/2/2025', '1,234.5', '2025-02-01', '1234.5'],
    ['fr', '01/02/2025', '1\u202f234,5', '2025-02-01', '1234.5'],
    ['de-CH', '1.2.2025', "1'234.5", '2025-02-01', '1234.5'],
    ['sv', '2025-02-01', '1\u00a0234,5', '2025-02-01', '1234.5'],
  ])('%s › has its own separators and order', async (csvLocale, day, number, writtenDay, writtenNumber) => {
    const text = `id|day|number\n1|${day}|${number}\n`;
    const result = await imported('csv', folderOf({ 'a.csv': text }), { csvLocale });
    expect(result.items('a')).toEqual([{ id: '1', day: writtenDay, number: writtenNumber }]);
  });

  it('a day that does not exist › stays a text', async () => {
    const result = await imported('csv', folderOf({ 'a.csv': 'id;day\n1;31.02.2024\n' }), { csvLocale: 'de' });
    expect(result.items('a')).toEqual([{ id: '1', day: '31.02.2024' }]);
  });
});

describe('csv without --csv-locale', () => {
  it.each([
    ['decimal commas', ['1.234,50', '7,25', '8'], 'numbers', '1.234,50', 'de'],
    ['decimal commas of several locales', ['8', '7,25'], 'numbers', '7,25', 'de or fr'],
    ['commas that group digits or begin a fraction', ['1,234'], 'numbers', '1,234', 'de or fr or en-US or en-GB'],
    ['grouped digits', ['1,234.5', '3'], 'numbers', '1,234.5', 'en-US or en-GB'],
    ['dates', ['31.12.2024', '1.2.2025 9:05'], 'dates', '31.12.2024', 'de'],
    ['dates with the month first', ['1/31/2025'], 'dates', '1/31/2025', 'en-US'],
  ])('%s › stay texts, and the report proposes the option', async (_, values, form, example, codes) => {
    const rows = values.map((value, place) => `${place}|${value}\n`).join('');
    const result = await imported('csv', folderOf({ 'a.csv': `id|n\n${rows}` }), {});
    expect(result.items('a').map(({ n }) => n)).toEqual(values);
    expect(result.report.notes.map(({ what }) => what)).toContain(
      `a.n: the values look like ${form} of a locale, such as "${example}", and stay texts; --csv-locale ${codes} reads them`,
    );
  });

  it.each([
    ['numbers', ['1.234', '2']],
    ['dates of an export', ['2024-12-31']],
    ['a list beside texts', ['1,2', 'none']],
    ['versions', ['1.2.3', '1.2.4']],
    ['times', ['09:05', '10:15']],
  ])('%s › nothing is proposed', async (_, values) => {
    const rows = values.map((value, place) => `${place}|${value}\n`).join('');
    const result = await imported('csv', folderOf({ 'a.csv': `id|n\n${rows}` }), {});
    expect(result.report.notes.filter(({ what }) => what.includes('--csv-locale'))).toEqual([]);
  });
});

describe('--link', () => {
  const files = {
    'airport.csv': 'id,name,iso_country\na1,Kloten,CH\na2,Nowhere,ZZ\na3,None,\n',
    'country.csv': 'id,code,name\n7,CH,Switzerland\n8,DE,Germany\n',
  };

  it('a field that holds keys of another type › links to its items; a key of no item is lost', async () => {
    const result = await imported('csv', folderOf(files), { links: ['airport.iso_country=country.code'] });
    expect(result.field('airport', 'iso_country')).toEqual({
      name: 'iso_country',
      type: 'relationship',
      to: 'country',
      many: false,
    });
    expect(result.items('airport').map(({ iso_country }) => iso_country)).toEqual(['7', undefined, undefined]);
    expect(
      result.leftOut(
        'airport.iso_country',
        /links to items that are not in the export .*airport\/a2 → country.code=ZZ/,
      ),
    ).toBe(1);
    const again = await imported('csv', folderOf(files), {
      links: ['airport.iso_country=country.code'],
      out: result.out,
    });
    expect(again.bytes).toEqual(result.bytes);
  });

  it('lists of keys with a kept model › are links', async () => {
    const input = folderOf({
      'a.json': '[{"id": 1, "in": ["x", "y"]}]',
      'b.json': '[{"id": 1, "label": "x"}, {"id": 2, "label": "y"}]',
    });
    const links = ['a.in=b.label'];
    const first = await imported('json', input, { links });
    expect(first.items('a')).toEqual([{ id: '1', in: ['1', '2'] }]);
    const kept = await imported('json', input, { links, model: `${first.out}/model.json` });
    expect(kept.items('a')).toEqual([{ id: '1', in: ['1', '2'] }]);
  });

  it.each([
    [
      'a type that does not exist',
      'airports.iso_country=country.code',
      /there is no type airports\. Did you mean "airport"/,
    ],
    [
      'a field that does not exist',
      'airport.iso_country=country.cod',
      /country has no field cod\. Did you mean "code"/,
    ],
    ['a key that two items have', 'country.name=airport.kind', /has the key "x", as the item a1 has/],
  ])('%s › is refused', async (_, link, message) => {
    const input = folderOf({ ...files, 'airport.csv': 'id,kind,iso_country\na1,x,CH\na2,x,CH\n' });
    await expect(imported('csv', input, { links: [link] })).rejects.toThrow(message);
  });
});
