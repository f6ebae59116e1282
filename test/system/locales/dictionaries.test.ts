/**
 * Long texts that are mostly those of the locale they fall back to share its dictionary and its tree of substrings: each
 * locale must find what it would find alone.
 */
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { Random } from '../../../data/generate/random.js';
import { DEFAULT_CHOICES, type Operator } from '../../../src/content/model/index.js';
import { execute } from '../../../src/engine/query/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openLocalSegments, type TypeSegment } from '../../../src/index/segment/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { checkSegment } from '../../../src/index/verify/index.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

const model = modelOf(
  {
    note: {
      body: { type: 'markdown', localized: true, fold: true },
      intro: { type: 'textMultiline', localized: true },
      hint: { type: 'textMultiline', localized: true, contains: false },
    },
  },
  {
    locales: [
      { code: 'en', default: true },
      { code: 'de-CH', fallback: 'de' },
      { code: 'de', fallback: 'en' },
      { code: 'de-AT', fallback: 'de' },
      { code: 'fr' },
    ],
  },
);

const codes = model.locales.map(({ code }) => code);
const fallback = new Map(model.locales.map((locale) => [locale.code, locale.fallback]));

type Values = Readonly<Record<string, string>>;
interface Note {
  readonly id: string;
  readonly body: Values;
  readonly intro: Values;
  readonly hint: Values;
}

const words = ['Fox', 'runs', 'größer', 'ÉTÉ', 'ab', 'a"b', '\\n', 'sea', 'über', 'lang', 'mit'];

function notes(count: number): readonly Note[] {
  const random = new Random(7, 'test/dictionaries');
  const text = (): string => Array.from({ length: 9 }, () => words[random.below(words.length)]).join(' ');
  return Array.from({ length: count }, (_, index) => ({
    id: `n${index}`,
    // Some have no value in the default locale, and some the same value as another item.
    body: {
      ...(index % 11 !== 5 && { en: index % 17 === 3 ? 'Fox runs' : text() }),
      ...(index % 8 === 5 && { de: index % 16 === 5 ? text() : 'Fox runs' }),
      ...(index % 60 === 2 && { 'de-CH': text() }),
      ...(index % 3 === 0 && { fr: text() }),
    },
    // Most are translated, and so each locale has a dictionary of its own.
    intro: { en: text(), ...(index % 8 !== 0 && { de: text() }) },
    hint: { en: text(), ...(index % 8 === 0 && { de: text() }) },
  }));
}

/** @returns the value that the locale shows */
function shown(values: Values, code: string | undefined): string | undefined {
  return code === undefined ? undefined : (values[code] ?? shown(values, fallback.get(code)));
}

const folded = (text: string): string => text.toLowerCase().replaceAll('ß', 'ss');

const matches: Readonly<Record<string, (text: string, pattern: string) => boolean>> = {
  _contains: (text, pattern) => text.includes(pattern),
  _startsWith: (text, pattern) => text.startsWith(pattern),
  _endsWith: (text, pattern) => text.endsWith(pattern),
  _icontains: (text, pattern) => folded(text).includes(folded(pattern)),
  _istartsWith: (text, pattern) => folded(text).startsWith(folded(pattern)),
  _iendsWith: (text, pattern) => folded(text).endsWith(folded(pattern)),
};

const all = notes(900);
let segments: readonly TypeSegment[];

beforeAll(async () => {
  const folder = newFolder();
  const source = writeFiles(join(folder, 'export'), { 'model.json': model, 'note.ndjson': all });
  // The first items are kept of many substrings.
  const choices = { ...DEFAULT_CHOICES, firstItems: 3, firstItemsAbove: 5 };
  await buildSnapshot(source, join(folder, 'out'), { files: diskFiles, strict: true, choices });
  const { segment } = (await openCurrent(diskFiles, join(folder, 'out'))).types.get('note')!;
  segments = [segment, ...openLocalSegments(segment)];
});

/** @returns how many were found */
function compared(segment: TypeSegment, field: 'body' | 'intro' | 'hint', operator: Operator, pattern: string): number {
  const code = codes[segment.locale];
  const expected = all.flatMap((note, doc) => {
    const text = shown(note[field], code);
    return text !== undefined && matches[operator]!(text, pattern) ? [doc] : [];
  });
  const operand = operator.startsWith('_i') ? folded(pattern) : pattern;
  const condition = {
    kind: 'condition',
    field,
    operator,
    operand: { kind: 'text', bytes: Buffer.from(operand) },
  } as const;
  for (const page of [
    { skip: 0, limit: 3 },
    { skip: 2, limit: 1000 },
  ]) {
    const { docs, total } = execute(segment, { filter: condition, sort: [], page });
    const what = `${code}: ${field} ${operator} ${pattern}`;
    expect(total, what).toBe(expected.length);
    expect([...docs], what).toEqual(expected.slice(page.skip, page.skip + page.limit));
  }
  return expected.length;
}

describe('a dictionary that locales share', () => {
  it('the header › names the columns that share a dictionary, if few items differ', () => {
    const { meta } = segments[0]!.file;
    expect(meta.get('dictionaries')).toEqual(
      new Map([
        ['body@de', 'body'],
        ['body@de-CH', 'body'],
        ['hint@de-CH', 'hint'],
      ]),
    );
    expect(Object.fromEntries(Object(meta.get('shared')))).toMatchObject({ 'body@de-AT': 'body@de' });
  });

  it('its sections › are stored once, and each column stores its own', () => {
    const names = [...segments[0]!.file.sections.entries()].map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('body@de/') && !name.startsWith('body@de/fold/')).sort()).toEqual([
      'body@de/docs',
      'body@de/ordinals',
      'body@de/reversed.starts',
      'body@de/starts',
      'body@de/substrings.counts',
      'body@de/substrings.firstDocs',
      'body@de/substrings.firstNodes',
    ]);
    expect(names).toContain('intro@de-CH/substrings.lists');
  });

  it('every locale › verifies', () => {
    for (const [index, segment] of segments.entries()) {
      expect(checkSegment(segment, segments.slice(0, index)), codes[index]).toEqual([]);
    }
  });

  it.each(Object.keys(matches) as Operator[])('%s › finds the items of each locale by its values', (operator) => {
    const patterns = [
      'Fox',
      'a',
      'größer',
      'Fox runs',
      'runs ÉTÉ',
      'GRÖSSER',
      '"',
      '\\',
      ' sea über lang',
      'absent',
      'x r',
    ];
    let found = 0;
    for (const segment of segments) {
      for (const note of [all[5]!, all[13]!, all[62]!]) {
        const text = shown(note.body, codes[segment.locale]) ?? 'Fox';
        for (const part of [text, text.slice(0, 7), text.slice(-9), text.slice(4, 19)]) {
          found += compared(segment, 'body', operator, part);
        }
      }
      for (const pattern of patterns) {
        found += compared(segment, 'body', operator, pattern);
        if (operator.startsWith('_i')) continue;
        found += compared(segment, 'intro', operator, pattern);
        if (operator !== '_contains') found += compared(segment, 'hint', operator, pattern);
      }
    }
    expect(found).toBeGreaterThan(100);
  });

  it('a sort › uses the values of the locale', () => {
    for (const segment of segments) {
      const values = all.map(({ body }) => Buffer.from(shown(body, codes[segment.locale]) ?? ''));
      const { docs } = execute(segment, {
        filter: undefined,
        sort: [{ field: 'body', descending: false }],
        page: { skip: 0, limit: 1000 },
      });
      const populated = [...docs].filter((doc) => values[doc]!.byteLength > 0);
      const expected = [...values.keys()]
        .filter((doc) => values[doc]!.byteLength > 0)
        .sort((a, b) => Buffer.compare(values[a]!, values[b]!) || a - b);
      expect(populated).toEqual(expected);
    }
  });
});
