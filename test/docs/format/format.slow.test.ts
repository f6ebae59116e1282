/**
 * docs/format.md › a reader written from the page reads a real snapshot, and the page describes every section of one.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { COMPANION_FILES } from '../../../src/index/snapshot/index.js';
import { readPage } from '../../../testing/pages/markdown.js';
import { bookshopSnapshots, exportedItems, temporaryFolder } from '../../../testing/samples/bookshop.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { museumSnapshots } from '../../../testing/samples/museum.js';
import { readSegmentFile } from './format-file.js';
import { describedSections } from './format-page.js';
import { SectionReader } from './format-reader.js';
import {
  attributesOf,
  brakes,
  grainCount,
  grains,
  openSnapshot,
  type Snapshot,
  segmentOf,
  starCount,
  starName,
  stars,
  starTags,
  textMember,
} from './format-samples.js';

let bookshop: Snapshot;
let special: Snapshot;
let many: Snapshot;
let museum: Snapshot;
let compounds: Snapshot;
beforeAll(async () => {
  bookshop = openSnapshot(await bookshopSnapshots());
  museum = openSnapshot(await museumSnapshots());
  const built = async (files: Readonly<Record<string, unknown>>): Promise<Snapshot> => {
    const snapshots = temporaryFolder();
    const folder = writeFiles(join(temporaryFolder(), 'export'), files);
    await buildSnapshot(folder, snapshots, { files: diskFiles, strict: true });
    return openSnapshot(snapshots);
  };
  special = await built(stars);
  many = await built(grains);
  compounds = await built(brakes);
});

describe('the folder', () => {
  it('the manifest › its hash is the id, and it lists every file with length and hash', () => {
    const { folder, id, manifest } = bookshop;
    const hash = (file: string): string =>
      createHash('sha256')
        .update(readFileSync(join(folder, file)))
        .digest('hex');
    expect(hash('manifest.json')).toBe(id);
    expect(manifest).toMatchObject({ format: 'stele', version: 2 });
    for (const { name, file, byteLength, sha256 } of manifest.segments) {
      expect(hash(file)).toBe(sha256);
      expect(readFileSync(join(folder, file)).byteLength).toBe(byteLength);
      expect(file).toBe(`${name}-${sha256.slice(0, 16)}.segment`);
    }
    const own = readdirSync(folder).filter((name) => !COMPANION_FILES.includes(name));
    expect(own.sort()).toEqual(['manifest.json', ...manifest.segments.map(({ file }) => file)].sort());
  });

  it('the files next to the snapshot › contain the hash of their content', () => {
    const companions = readdirSync(bookshop.folder).filter((name) => COMPANION_FILES.includes(name));
    expect(companions.length).toBeGreaterThan(0);
    for (const name of companions) {
      const { sha256, ...content } = JSON.parse(readFileSync(join(bookshop.folder, name), 'utf8'));
      expect(createHash('sha256').update(JSON.stringify(content)).digest('hex')).toBe(sha256);
    }
  });

  it('the page › names each of them', () => {
    const page = readPage('docs/format.md');
    for (const name of COMPANION_FILES) expect(page).toContain(`<id>/${name} `);
  });
});

describe('a segment file', () => {
  it('read by position › preamble, header and payloads have the documented offsets', () => {
    const { folder, manifest } = bookshop;
    const bytes = readFileSync(join(folder, manifest.segments[0]?.file ?? ''));
    expect(bytes.toString('latin1', 0, 8)).toBe('\x94\xa5stele\xce');
    expect([bytes.readUInt8(12), bytes.readUInt8(17)]).toEqual([0xce, 0xce]);
    expect(bytes.readUInt32BE(8)).toBe(2);
    let end = 22 + bytes.readUInt32BE(13);
    expect(crc32(bytes.subarray(22, end))).toBe(bytes.readUInt32BE(18));
    for (const section of readSegmentFile(join(folder, manifest.segments[0]?.file ?? '')).sections.values()) {
      const start = Math.ceil((end + 7) / 64) * 64;
      expect([bytes.readUInt8(end), bytes.readUInt8(end + 1)]).toEqual([0xc4, start - end - 7]);
      expect([bytes.readUInt8(start - 5), bytes.readUInt32BE(start - 4)]).toEqual([0xc6, section.bytes.byteLength]);
      end = start + section.bytes.byteLength;
      expect(bytes.subarray(start, end).equals(section.bytes)).toBe(true);
    }
    expect(end).toBe(bytes.byteLength);
  });
});

describe('a content type', () => {
  const books = exportedItems('book');

  it('titles by ordinals › equal the titles of the export in its order', () => {
    const segment = segmentOf(bookshop, 'type', 'book');
    const reader = new SectionReader(segment);
    expect(segment).toMatchObject({ kind: 'type', name: 'book', items: books.length });
    const titles = books.map((_, doc) => reader.text('title', doc));
    expect(titles).toEqual(books.map(({ title }) => title || undefined));
  });

  it('numbers by ordinals › prices in hundredths, unpopulated as 0', () => {
    const reader = new SectionReader(segmentOf(bookshop, 'type', 'book'));
    const prices = books.map((_, doc) => {
      const ordinal = reader.number('price/ordinals', doc);
      return ordinal === 0 ? null : reader.number('price/values', ordinal - 1);
    });
    expect(prices).toEqual(
      books.map(({ price }) => (price === null || price === undefined ? null : Math.round(Number(price) * 100))),
    );
  });

  it('documents › id, encoded id, and attributes as delivered', () => {
    const reader = new SectionReader(segmentOf(bookshop, 'type', 'book'));
    for (const [doc, book] of books.entries()) {
      const { id, url, attributes } = reader.document(doc, attributesOf(bookshop, 'book'));
      expect(id).toBe(book['id']);
      expect(decodeURIComponent(url)).toBe(id);
      expect(attributes).toMatchObject({ title: book['title'], description: book['description'] ?? null });
    }
  });

  it('ids › each is found by its hash; a missing id is not found', () => {
    const reader = new SectionReader(segmentOf(bookshop, 'type', 'book'));
    expect(books.map(({ id }) => reader.docOf(String(id)))).toEqual(books.map((_, doc) => doc));
    expect(reader.docOf('no such book')).toBeUndefined();
  });

  it('long texts › are stored in the document of the first doc that has them', () => {
    const reader = new SectionReader(segmentOf(bookshop, 'type', 'book'));
    const terms = Array.from({ length: reader.count('description/starts') - 1 }, (_, term) => term);
    const own = terms.filter((term) => reader.run('description', term).length > 0);
    const texts = own.map((term) => {
      const [first = 0] = reader.run('description', term);
      const { attributes } = reader.document(first, attributesOf(bookshop, 'book'));
      return Buffer.from(textMember(attributes, 'description'));
    });
    const expected = new Set(books.flatMap(({ description }) => (description ? [String(description)] : [])));
    expect(new Set(texts.map(String))).toEqual(expected);
    expect(texts.every((text, term) => term === 0 || Buffer.compare(texts[term - 1] ?? text, text) < 0)).toBe(true);
    // The dictionary is that of other locales too.
    expect(segmentOf(bookshop, 'type', 'book').dictionaries).toEqual({
      'description@de': 'description',
      'description@de-CH': 'description',
    });
    const others = ['description@de', 'description@de-CH'];
    for (const term of terms) {
      expect(own.includes(term) || others.some((field) => reader.run(field, term).length > 0)).toBe(true);
    }
    expect(terms.length).toBeGreaterThan(own.length);
  });

  it('substrings of few terms › have no tree', () => {
    const reader = new SectionReader(segmentOf(bookshop, 'type', 'book'));
    expect(reader.termsWith('title', Buffer.from('Salt'))).toBeUndefined();
  });

  it('substrings of many terms › are found at their documented offsets', () => {
    const reader = new SectionReader(segmentOf(special, 'type', 'star'));
    const names = Array.from({ length: starCount }, (_, doc) => starName(doc));
    const kinds = new Set<boolean>();
    for (const pattern of ['S', 'Star ', 'Star 1', '1', '99', 'é', ' Nr', 'Nr. 14', 'zz', 'Star 599']) {
      const found = reader.termsWith('name', Buffer.from(pattern)) ?? { terms: [], certain: false };
      kinds.add(found.certain);
      const holding = found.terms.filter((term) => reader.record('name/terms', term).includes(pattern));
      if (found.certain) expect(holding).toEqual(found.terms);
      const docs = holding.flatMap((term) => reader.run('name', term));
      expect(docs.sort((a, b) => a - b)).toEqual(names.flatMap((name, doc) => (name.includes(pattern) ? [doc] : [])));
    }
    expect(kinds).toEqual(new Set([true, false]));
  });

  it('reversed order › ascends by reversed bytes, and rank is its inverse', () => {
    const reader = new SectionReader(segmentOf(bookshop, 'type', 'book'));
    const terms = reader.count('title/reversed.order');
    const order = Array.from({ length: terms }, (_, place) => reader.number('title/reversed.order', place));
    const reversed = order.map((term) => Buffer.from(reader.record('title/terms', term)).reverse());
    expect(
      reversed.every((bytes, place) => place === 0 || Buffer.compare(reversed[place - 1] ?? bytes, bytes) < 0),
    ).toBe(true);
    expect(order.map((term) => reader.number('title/reversed.rank', term))).toEqual(order.map((_, place) => place));
    const counts = order.map(
      (term, place) => reader.number('title/reversed.starts', place) + reader.run('title', term).length,
    );
    expect(counts).toEqual(order.map((_, place) => reader.number('title/reversed.starts', place + 1)));
  });

  it('quantiles › each bitset holds the docs before its position, which is the start of a run', () => {
    const reader = new SectionReader(segmentOf(many, 'type', 'grain'));
    const words = Math.ceil(grainCount / 32);
    for (const [field, count] of [
      ['size', 65],
      ['kind', 3],
    ] as const) {
      expect(reader.count(`${field}/quantiles.places`)).toBe(count);
      expect(reader.count(`${field}/quantiles.bits`)).toBe(count * words);
      const starts = Array.from({ length: reader.count(`${field}/starts`) }, (_, term) =>
        reader.number(`${field}/starts`, term),
      );
      const docs = Array.from({ length: grainCount }, (_, at) => reader.number(`${field}/docs`, at));
      const places = Array.from({ length: count }, (_, index) => reader.number(`${field}/quantiles.places`, index));
      expect([places[0], places.at(-1)]).toEqual([0, starts.at(-1)]);
      for (const [index, place] of places.entries()) {
        expect(starts).toContain(place);
        const before = new Set(docs.slice(0, place));
        const stored = docs.filter((doc) => {
          const word = reader.number(`${field}/quantiles.bits`, index * words + Math.floor(doc / 32));
          return Math.floor(word / 2 ** (doc % 32)) % 2 === 1;
        });
        expect(stored.length).toBe(before.size);
        expect(stored.every((doc) => before.has(doc))).toBe(true);
      }
    }
    expect(() => reader.count('id/quantiles.places')).toThrow('there is no section');
    expect(() => reader.count('note/quantiles.places')).toThrow('there is no section');
  });

  it('links, linkage and joins › name the items of the export', () => {
    const authors = new SectionReader(segmentOf(bookshop, 'type', 'author'));
    const books = new SectionReader(segmentOf(bookshop, 'type', 'book'));
    const joins = new SectionReader(segmentOf(bookshop, 'joins', 'joins'));
    // `author.books` is the inverse of `book.author`, sorted by `-published`; books without a date come last.
    const booksNewestFirst = exportedItems('book').toSorted((a, b) =>
      String(b['published'] ?? '').localeCompare(String(a['published'] ?? '')),
    );
    for (const [doc, author] of exportedItems('author').entries()) {
      const from = authors.number('books/links.starts', doc);
      const to = authors.number('books/links.starts', doc + 1);
      const links = Array.from({ length: to - from }, (_, place) =>
        authors.number('books/links.targets', from + place),
      );
      const linked = links.map((target) => books.text('id', joins.number('author/books', target)));
      expect(linked).toEqual(booksNewestFirst.filter((book) => book['author'] === author['id']).map(({ id }) => id));
      expect(links.every((target) => authors.run('books', target).includes(doc))).toBe(true);
      const rendered = links.map((target) => authors.record('books/linkage', target).toString());
      const shown = JSON.parse(`[${rendered.join('').slice(0, -1)}]`);
      expect(shown).toEqual(linked.map((id) => ({ type: 'book', id })));
    }
  });

  it('lists of texts › have the terms of each doc, the docs of each term, and the docs with any term', () => {
    const reader = new SectionReader(segmentOf(special, 'type', 'star'));
    expect([0, 1, 2].map((term) => reader.record('tags/terms', term).toString())).toEqual(['bright', 'far', 'red']);
    for (let doc = 0; doc < starCount; doc += 1) {
      const from = reader.number('tags/links.starts', doc);
      const to = reader.number('tags/links.starts', doc + 1);
      const terms = Array.from({ length: to - from }, (_, link) => reader.number('tags/links.targets', from + link));
      const texts = [...new Set(starTags(doc))].filter((text) => text !== '');
      expect(terms.map((term) => reader.record('tags/terms', term).toString())).toEqual(texts);
      expect(terms.every((term) => reader.run('tags', term).includes(doc))).toBe(true);
      const bit = (reader.number('tags/populated', Math.floor(doc / 32)) >>> (doc % 32)) & 1;
      expect(bit).toBe(texts.length > 0 ? 1 : 0);
    }
  });

  it('positions of a word › are concatenated, with an entry point at every 64th item', () => {
    const star = new SectionReader(segmentOf(special, 'type', 'star'));
    const stem = Array.from({ length: star.count('search.counts') }, (_, at) => at).find(
      (at) => star.record('search.stems', at).toString() === 'nr',
    );
    const count = star.number('search.counts', stem ?? -1);
    expect(count).toBe(starCount);
    const bytes = star.record('search.positions', stem ?? -1);
    const leaps = Math.ceil(count / 64) - 1;
    // "Star", the number, "Nr.": the third word of each, in a byte that says how many and one that says which.
    const places = [...bytes.subarray(leaps * 4)];
    expect(places).toEqual(Array.from({ length: starCount * 2 }, (_, at) => (at % 2 === 0 ? 1 : 2)));
    for (let leap = 1; leap <= leaps; leap += 1) expect(bytes.readUInt32LE((leap - 1) * 4)).toBe(leap * 64 * 2);
  });

  it('large decimals › have documented keys in numeric order', () => {
    const reader = new SectionReader(segmentOf(special, 'type', 'star'));
    const complement = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => 0xff - byte));
    const key = (sign: number, digits: string): Buffer =>
      Buffer.concat([Buffer.from([sign, 0, 0, 0, digits.length]), Buffer.from(digits)]);
    const negative = key(1, '98765432109876543210000');
    expect(reader.record('mass/terms', 0)).toEqual(Buffer.concat([Buffer.from([0]), complement(negative.subarray(1))]));
    expect(reader.record('mass/terms', 1)).toEqual(key(1, '7000'));
    expect(reader.record('mass/terms', 2)).toEqual(key(1, '12345678901234567890125'));
    expect([0, 1, 2].map((doc) => reader.number('mass/ordinals', doc))).toEqual([3, 1, 2]);
  });
});

/** A section's name as the page's tables have it. */
const generic = (kind: string, name: string): string => {
  if (kind === 'joins') return '<type>/<relationship>';
  if (name === 'id/hash') return name;
  return (
    name
      .replace(/^[^/]+\//, '<field>/')
      // The page says of these that they are those of a text.
      .replace('<field>/fold/', '<field>/')
      .replace('<field>/natural/', '<field>/')
      // And of a locale's search index that it is as the one of the default locale.
      .replace(/^search@[^.]+\./, 'search.')
      .replace(/^documents@.*/, 'documents@<code>')
      .replace(/#\d+$/, '')
  );
};

describe('locales', () => {
  /** The varints at the beginning of a record, and where they end. */
  function lengthsOf(record: Buffer, count: number): { lengths: number[]; end: number } {
    const lengths: number[] = [];
    let end = 0;
    while (lengths.length < count) {
      let value = 0;
      for (let shift = 0; ; shift += 7) {
        const byte = record.readUInt8(end++);
        value += (byte & 0x7f) * 2 ** shift;
        if (byte < 0x80) break;
      }
      lengths.push(value);
    }
    return { lengths, end };
  }

  it('stored fields, documents and sets of a locale › read by the page, equal the export', () => {
    const segment = segmentOf(museum, 'type', 'object');
    const reader = new SectionReader(segment);
    const bicycle = 1;
    expect(reader.text('title', bicycle)).toBe("Postman's bicycle");
    expect(reader.text('title@de-CH', bicycle)).toBe('Velo eines Pöstlers');
    expect(reader.text('title@de-CH', 0)).toBe('Schiffslaterne');
    const place = reader.number('documents@de-CH', bicycle);
    const record = reader.record('documents.local', place - 1);
    const { lengths, end } = lengthsOf(record, 2);
    expect(lengths).toEqual([
      Buffer.byteLength('"title":"Velo eines Pöstlers"'),
      record.byteLength - end - lengths[0]! - 1,
    ]);
    expect(record.toString('utf8', end)).toBe(
      '"title":"Velo eines Pöstlers","description":"Dreissig Jahre lang täglich gefahren."',
    );
    // The lantern is the same in both locales, so its record is too; the timetable has only English values.
    expect(reader.number('documents@de-CH', 0)).toBe(reader.number('documents@de', 0));
    expect(reader.number('documents@de', 2)).toBe(0);
    const sets = [0, 1, 2, 3].map((doc) =>
      JSON.parse(reader.record('locales.sets', reader.number('locales.own', doc)).toString()),
    );
    expect(sets).toEqual([['en', 'de'], ['en', 'de', 'de-CH'], ['en'], ['en', 'de', 'de-CH']]);
  });
});

describe('the page', () => {
  const described = describedSections();

  it('every section of real snapshots › is in the tables with its element; no other section is', () => {
    const found = new Map<string, Set<string>>();
    for (const snapshot of [bookshop, special, many, museum, compounds]) {
      for (const { kind, name } of snapshot.manifest.segments) {
        for (const section of segmentOf(snapshot, kind, name).sections.values()) {
          const elements = found.get(generic(kind, section.name)) ?? new Set();
          found.set(generic(kind, section.name), elements.add(section.element));
        }
      }
    }
    expect(described.map(({ name }) => name).sort()).toEqual([...found.keys()].sort());
    for (const { name, elements } of described) {
      expect(elements, name).toEqual(expect.arrayContaining([...(found.get(name) ?? [])]));
    }
  });
});
