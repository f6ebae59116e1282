/**
 * What a snapshot was built from, as the next build reads it: whatever is not as it was written is as if it were not
 * there.
 */
import { describe, expect, it } from 'vitest';
import { decodeInputs, encodeInputs, type SnapshotInputs } from '../../../../build/publish/incremental/inputs.js';
import { modelPartOf } from '../../../../build/publish/incremental/model-part.js';
import { type BuildChoices, DEFAULT_CHOICES, readContentModel } from '../../../../src/content/model/index.js';
import { sealContent } from '../../../../src/index/snapshot/index.js';
import { modelOf } from '../../../../testing/samples/model.js';

const snapshot = 'a'.repeat(64);
const warnings = {
  entries: [{ place: { file: 'book.ndjson', line: 3, field: 'author' }, reason: 'there is no author "x"', count: 1 }],
  counts: new Map([['danglingLink', 1]] as const),
  isTruncated: false,
};

const inputs: SnapshotInputs = {
  snapshot,
  builder: 'b',
  types: [
    {
      name: 'book',
      model: '{}',
      file: 'book.ndjson',
      content: { sha256: 'c', byteLength: 5 },
      items: 1,
      reading: warnings,
      links: warnings,
      missing: new Map([
        [
          'author',
          [
            [null, 'x'],
            ['author', 'y'],
          ],
        ],
      ] as const),
      bare: ['author'],
      texts: new Map([['title', 'a hash']]),
      searches: new Map([['search', 'another hash']]),
    },
  ],
};

type Path = readonly (string | number)[];

function* pathsOf(value: unknown, path: Path = []): Generator<readonly [Path, unknown]> {
  if (path.length > 0) yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  const entries = Array.isArray(value) ? value.map((one, index) => [index, one] as const) : Object.entries(value);
  for (const [key, member] of entries) yield* pathsOf(member, [...path, key]);
}

/** A copy with another value at the path. */
function changed(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value)) return value.map((one, index) => (index === key ? changed(one, rest, other) : one));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, name === key ? changed(member, rest, other) : member]),
  );
}

describe('decodeInputs', () => {
  const bytes = encodeInputs(inputs);
  const { sha256: _, ...content } = JSON.parse(Buffer.from(bytes).toString());

  it('written inputs › are equal after reading', () => {
    expect(decodeInputs(bytes, snapshot)).toEqual(inputs);
    expect(decodeInputs(bytes, 'd'.repeat(64))).toBeUndefined();
  });

  it('a value of another JSON type at any position › undefined, except at optional positions', () => {
    const optional = new Set(['line', 'field']);
    let refused = 0;
    for (const [path, value] of pathsOf(content)) {
      const other = changed(content, path, typeof value === 'string' || value === null ? 5 : 'x');
      const read = decodeInputs(sealContent(other ?? {}), snapshot);
      const label = path.join('.');
      if (optional.has(String(path.at(-1)))) expect(read?.types[0]?.name, label).toBe('book');
      else expect(read, label).toBeUndefined();
      refused += read === undefined ? 1 : 0;
    }
    expect(refused).toBeGreaterThan(30);
  });

  it('an unknown kind of warning, or a negative count › undefined', () => {
    for (const other of ['{"danglingLink":1}', [['unheardOf', 1]], [['danglingLink', -1]]]) {
      const bad = changed(content, ['types', 0, 'reading', 'counts'], other);
      expect(decodeInputs(sealContent(bad ?? {}), snapshot)).toBeUndefined();
    }
  });
});

describe('modelPartOf', () => {
  const title = { name: 'title', type: 'text' };
  const page = { name: 'page', fields: [{ name: 'text', type: 'text', localized: true }] };
  const german = { code: 'de', language: 'de' };
  const english = { code: 'en', language: 'en' };
  const base = {
    space: 's',
    contentTypes: [{ name: 'book', fields: [title] }, page],
    locales: [{ ...english, default: true }, german],
  };

  /** @returns what a type may depend on */
  function partOf(type: string, model: object = base, choices: BuildChoices = DEFAULT_CHOICES): string {
    const read = readContentModel(model);
    if ('problems' in read) throw new Error(JSON.stringify(read.problems));
    return modelPartOf(read.model, read.model.contentTypes.get(type)!, choices);
  }

  it('a change of another type › the same part; of the type itself › another part', () => {
    const other = { ...base, contentTypes: [{ name: 'book', fields: [{ ...title, fold: true }] }, page] };
    expect(partOf('page', other)).toBe(partOf('page'));
    expect(partOf('book', other)).not.toBe(partOf('book'));
  });

  it('an additional locale › another part for types with localized fields; the same for other types unless the language differs', () => {
    const more = { ...base, locales: [{ ...english, default: true }, german, { code: 'fr', language: 'fr' }] };
    expect(partOf('page', more)).not.toBe(partOf('page'));
    expect(partOf('book', more)).toBe(partOf('book'));
    const other = {
      ...base,
      locales: [{ ...german, default: true }, english],
    };
    expect(partOf('book', other)).not.toBe(partOf('book'));
  });

  it('another language without locales, or other choices › another part', () => {
    const plain = modelOf({ book: [title] });
    expect(partOf('book', { ...plain, language: 'fr' })).not.toBe(partOf('book', plain));
    expect(partOf('book', plain, { ...DEFAULT_CHOICES, quantiles: 4 })).not.toBe(partOf('book', plain));
  });
});
