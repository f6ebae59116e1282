/**
 * The sample export: clean, described truly by its README, and as crooked as tests and documentation rely on.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { FIELD_TYPES } from '../../src/content/model/field-types.js';
import { answer, parseTarget } from '../../src/jsonapi/index.js';
import { openBookshop } from '../../testing/samples/bookshop.js';
import { type FieldOfModel, type Json, list, readExport, text } from './exportCheck.js';

const folder = fileURLToPath(new URL('../../data/bookshop', import.meta.url));
const shop = await readExport(folder);
const readme = await readFile(`${folder}/README.md`, 'utf8');

const itemsOf = (type: string): readonly Json[] => shop.items.get(type) ?? [];
const item = (type: string, id: string): Json => itemsOf(type).find((found) => found['id'] === id) ?? {};
const usedTypes = FIELD_TYPES.filter((type) => !['file', 'json'].includes(type));
/** Each country has a capital, so no location is unpopulated. */
const typesWithGaps = usedTypes.filter((type) => type !== 'location');
const allFields = [...shop.fields].flatMap(([type, fields]) => fields.map((field) => ({ type, field })));
const valuesOfType = (fieldType: string): readonly unknown[] =>
  allFields
    .filter(({ field }) => field.type === fieldType)
    .flatMap(({ type, field }) => itemsOf(type).map((found) => found[field.name]));
/** Every text of every item, ids and alternative texts of images included. */
const everything = JSON.stringify([...shop.items.values()]);

/** The rows of the README's tables that begin with a name in backquotes. */
const rows = readme
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));

function kindOf(field: FieldOfModel): string {
  if (field.type === 'relationship') {
    return `relationship to ${field.many ? 'many' : 'one'} ${field.to.join(' or ')}`;
  }
  const precision = field.precision === undefined ? '' : `, precision ${field.precision}`;
  const format = field.format === undefined ? '' : `, ${field.format}`;
  const options = field.options.length === 0 ? '' : `, ${field.options.length} options`;
  return field.type + precision + format + options + (field.localized ? ', localized' : '');
}

describe('bookshop', () => {
  it('the whole export › has no dangling link, unknown key or option, or repeated id', () => {
    expect(shop.space).toBe('bookshop');
    expect(shop.problems).toEqual([]);
  });

  it('README › counts › equal the files', () => {
    const counted = [...shop.items].map(([type, all]) => [type, String(all.length)]);
    const told = rows.filter((row) => /^\d+$/.test(row[2] ?? '')).map((row) => [row[1], row[2]]);
    expect(told).toEqual(counted);
    const total = [...shop.items.values()].reduce((sum, all) => sum + all.length, 0);
    expect(readme).toContain(`| all | ${total} | |`);
  });

  it('README › fields › equal the model, in its order', () => {
    const told = rows.filter((row) => !/^\d+$/.test(row[2] ?? '')).map((row) => row.slice(1, 4));
    expect(told).toEqual(allFields.map(({ type, field }) => [type, field.name, kindOf(field)]));
  });

  it('README › requests to try › each is answered with items', async () => {
    const space = await openBookshop();
    const requests = [...readme.matchAll(/^\| .* \| `(\/.*)` \|$/gm)].map(([, request = '']) => request);
    expect(requests.length).toBeGreaterThan(5);
    for (const request of requests) {
      const { data } = JSON.parse(answer(space, parseTarget(space.model, request), '').toString());
      expect([data].flat().length, request).toBeGreaterThan(0);
    }
  });

  it('README › ids it names › exist', () => {
    const named = [...readme.matchAll(/`([a-z]+)\/([a-z-]+)`/g)].filter((match) => shop.items.has(match[1] ?? ''));
    expect(named.length).toBeGreaterThan(5);
    for (const match of named) expect(item(match[1] ?? '', match[2] ?? '')).toHaveProperty('id', match[2]);
  });

  it('field types › all are used except files and JSON', () => {
    expect(new Set(allFields.map(({ field }) => field.type))).toEqual(new Set(usedTypes));
  });

  for (const type of typesWithGaps) {
    it(`unpopulated values › ${type} › are absent and null`, () => {
      expect(valuesOfType(type)).toContain(undefined);
      expect(valuesOfType(type)).toContain(null);
    });
  }

  it('unpopulated values › text types › are also the empty string', () => {
    for (const type of ['text', 'textMultiline', 'markdown']) expect(valuesOfType(type)).toContain('');
    expect(valuesOfType('relationship')).toContainEqual([]);
  });
});

describe('bookshop relationships', () => {
  const inverses = [
    ['publisher', 'books', 'book', 'publisher'],
    ['series', 'books', 'book', 'series'],
    ['book', 'reviews', 'review', 'book'],
    ['page', 'children', 'page', 'parent'],
  ] as const;

  for (const [type, many, other, one] of inverses) {
    it(`${type}.${many} › is the inverse of ${other}.${one}`, () => {
      const forwards = itemsOf(type).flatMap((owner) =>
        list(owner[many]).map((id) => `${text(owner['id'])} ${text(id)}`),
      );
      const backwards = itemsOf(other)
        .filter((owned) => typeof owned[one] === 'string')
        .map((owned) => `${text(owned[one])} ${text(owned['id'])}`);
      expect(forwards.length).toBeGreaterThan(0);
      expect(forwards.toSorted()).toEqual(backwards.toSorted());
    });
  }

  it('to-many › some are longer than the 20 shown by default', () => {
    expect(list(item('book', 'the-salt-road')['reviews'])).toHaveLength(24);
    expect(itemsOf('book').filter(({ author }) => author === 'ottoline-farrow')).toHaveLength(26);
    expect(list(item('publisher', 'gannet-and-rook')['books'])).toHaveLength(60);
  });

  it('several types › are linked by to-one and to-many, as objects and as bare ids', () => {
    const several = allFields.filter(({ field }) => field.to.length > 1);
    expect(new Set(several.map(({ field }) => field.many))).toEqual(new Set([true, false]));
    expect(list(item('event', 'storytime-goat')['featured'])).toContain('niamh-corrigan');
    expect(item('event', 'maud-quill-walk')['host']).toEqual({ type: 'author', id: 'ottoline-farrow' });
  });

  it('one id in two types › is distinguished by its type', () => {
    expect(item('book', 'hesper-vane')).toHaveProperty('title');
    expect(item('author', 'hesper-vane')).toHaveProperty('name');
    expect(list(item('event', 'hesper-vane-night')['featured'])).toEqual(
      expect.arrayContaining([
        { type: 'author', id: 'hesper-vane' },
        { type: 'book', id: 'hesper-vane' },
      ]),
    );
  });
});

describe('bookshop texts', () => {
  it('scripts › include Greek, Arabic, Japanese and Korean', () => {
    for (const script of ['Greek', 'Arabic', 'Hiragana', 'Katakana', 'Han', 'Hangul']) {
      expect(everything).toMatch(new RegExp(`\\p{Script=${script}}{2}`, 'u'));
    }
  });

  it('emoji › some are joined by ZWJ', () => {
    expect(text(item('book', 'our-house-has-four-toothbrushes')['title'])).toContain('\u{1F469}\u200D\u{1F469}\u200D');
  });

  it('two Unicode forms of one title › look equal and differ', () => {
    const composed = text(item('book', 'cafe-nocturne')['title']);
    const decomposed = text(item('book', 'cafe-nocturne-audio')['title']);
    expect(composed).toBe(composed.normalize('NFC'));
    expect(decomposed).toBe(composed.normalize('NFD'));
    expect(decomposed).not.toBe(composed);
  });

  it('titles › differ in order by code point and by UTF-16 unit', () => {
    const titles = itemsOf('book').map((book) => text(book['title']));
    const byUnit = titles.toSorted((a, b) => (a < b ? -1 : 1));
    const byCodePoint = titles.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
    expect(byUnit.at(-1)).toBe(item('book', 'abc-of-neon')['title']);
    expect(byCodePoint.at(-1)).toBe(item('book', 'the-fox-who-kept-the-key')['title']);
  });

  it('Markdown › at least eight books have 2 to 4 KB', () => {
    const lengths = itemsOf('book').map((book) => Buffer.byteLength(text(book['description'])));
    expect(lengths.filter((length) => length >= 2000 && length <= 4096).length).toBeGreaterThanOrEqual(8);
    const joined = itemsOf('book')
      .map((book) => text(book['description']))
      .join('\n');
    for (const construct of ['\n## ', '\n- ', '\n1. ', '\n> ', '\n```', '](/book/', '|---', '**']) {
      expect(joined).toContain(construct);
    }
  });

  it('lines › some texts have several lines, and quotation marks', () => {
    const opening = text(item('book', 'the "quiet" hour')['opening']);
    expect(opening.split('\n')).toHaveLength(3);
    expect(opening).toContain('"QUIET"');
  });

  it('ids › contain every character that a URL must escape', () => {
    const ids = [...shop.items.values()].flat().map((found) => text(found['id']));
    for (const character of [' ', '/', '%', '+', '&', '"', "'", '?', 'ü', 'ë', '猫', 'م']) {
      expect(ids.some((id) => id.includes(character))).toBe(true);
    }
  });
});

describe('bookshop numbers and dates', () => {
  it('decimals › are written as text and as numbers, some shorter than shown, some negative', () => {
    const decimals = valuesOfType('decimal');
    expect(decimals.some((value) => typeof value === 'number')).toBe(true);
    expect(decimals.some((value) => typeof value === 'string')).toBe(true);
    expect(decimals).toContain(12);
    expect(decimals).toContain('-34.60');
  });

  it('integers › some are negative', () => {
    expect(item('country', 'jo')['lowestPoint']).toBe(-430);
    expect(item('book', 'the-fret')['stock']).toBe(-2);
  });

  it('values › have few distinct values in enumerated fields', () => {
    const prices = itemsOf('book').map((book) => String(book['price']));
    const cheap = prices.filter((price) => price === '9.99');
    expect(cheap.length).toBeGreaterThan(20);
    expect(new Set(itemsOf('book').map((book) => book['genre'])).size).toBeLessThanOrEqual(13);
  });

  it('instants › use every format, and include dates before 1970', () => {
    const instants = valuesOfType('dateTime').map(text);
    const formats = [
      /T\d\d:\d\d:\d\d\.\d{3}Z$/,
      /T\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/,
      /T\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/,
      /T\d\d:\d\d:\d\d$/,
      /T\d\d:\d\d$/,
      /\.\dZ$/,
      /^\d{4}-\d\d-\d\d$/,
    ];
    for (const format of formats) expect(instants.some((instant) => format.test(instant))).toBe(true);
    expect(instants.filter((instant) => Date.parse(instant) < 0).length).toBeGreaterThan(20);
    expect(item('event', 'opening-day')['starts']).toBe('1962-10-06T09:00:00.000+0100');
  });
});
