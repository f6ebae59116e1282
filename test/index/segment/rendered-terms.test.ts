/**
 * Searching long texts in their rendered form: JSON escapes neither hide a match nor cause one.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { type Operator, termId } from '../../../src/content/model/index.js';
import { execute } from '../../../src/engine/query/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openCurrent } from '../../../src/index/snapshot/index.js';
import { amount } from '../../../testing/amount.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { writeFiles } from '../../../testing/samples/export.js';
import { modelOf } from '../../../testing/samples/model.js';

const newFolder = temporaryFolders();

/** What JSON escapes, and what its escape sequences are made of. */
const unit = fc.constantFrom('\\', '"', '\n', '\t', '\u0001', '\u001f', 'u', '0', '1', 'n', 't', 'f', 'é', '日');
const text = fc.string({ unit, minLength: 1, maxLength: 24 });

const model = modelOf({ note: { text: 'textMultiline' } });

const matches: Readonly<Record<string, (text: string, pattern: string) => boolean>> = {
  _contains: (whole, pattern) => whole.includes(pattern),
  _startsWith: (whole, pattern) => whole.startsWith(pattern),
  _endsWith: (whole, pattern) => whole.endsWith(pattern),
};
const operators: readonly Operator[] = ['_contains', '_startsWith', '_endsWith'];

describe('RenderedTerms', () => {
  it('any pattern in any texts › is found as in the plain texts, and terms sort like them', {
    timeout: 120_000,
  }, async () => {
    const cases = fc.record({
      texts: fc.array(text, { minLength: 20, maxLength: 40, size: 'max' }),
      cuts: fc.array(fc.tuple(fc.nat(), fc.nat(23), fc.integer({ min: 1, max: 5 })), { minLength: 30, maxLength: 60 }),
    });
    let found = 0;
    for (const { texts, cuts } of fc.sample(cases, { seed: 11, numRuns: amount(40, 12) })) {
      const folder = newFolder();
      const items = texts.map((content, index) => ({ id: `n${index}`, text: content }));
      const source = writeFiles(join(folder, 'export'), { 'model.json': model, 'note.ndjson': items });
      await buildSnapshot(source, join(folder, 'out'), { files: diskFiles, strict: true });
      const { segment } = (await openCurrent(diskFiles, join(folder, 'out'))).types.get('note')!;
      const page = { skip: 0, limit: 100 };
      for (const [which, start, length] of cuts) {
        const pattern = [...texts[which % texts.length]!].slice(start % 20, (start % 20) + length).join('') || 'u00';
        for (const operator of operators) {
          const bytes = Buffer.from(pattern);
          const condition = { kind: 'condition', field: 'text', operator, operand: { kind: 'text', bytes } } as const;
          const expected = texts.flatMap((whole, doc) => (matches[operator]?.(whole, pattern) ? [doc] : []));
          const { docs, total } = execute(segment, { filter: condition, sort: [], page });
          expect([...docs], `${operator} ${JSON.stringify(pattern)} in ${JSON.stringify(texts)}`).toEqual(expected);
          expect(total).toBe(expected.length);
          found += total;
        }
      }
      const sorted = execute(segment, { filter: undefined, sort: [{ field: 'text', descending: false }], page }).docs;
      const byBytes = texts
        .map((whole, doc) => ({ bytes: Buffer.from(whole), doc }))
        .sort((a, b) => Buffer.compare(a.bytes, b.bytes) || a.doc - b.doc);
      expect([...sorted]).toEqual(byBytes.map(({ doc }) => doc));
    }
    expect(found).toBeGreaterThan(1000);
  });

  it('many terms at once, in memory › are the terms that contain the pattern one by one', async () => {
    const random = fc.sample(
      fc.array(fc.string({ unit, minLength: 1, maxLength: 90 }), { minLength: 150, maxLength: 150 }),
      {
        seed: 5,
        numRuns: 1,
      },
    )[0]!;
    const plain = Array.from({ length: 100 }, (_, i) => `${'ab'.repeat(i % 20)}c${'ab'.repeat(i % 7)} number ${i}`);
    // So much beside the texts that the segment gets memory for compiled loops; lengths of one, two and three bytes before them.
    const fields = ['before', 'text', 'title', 'behind'].map((name) => ({
      name,
      type: name === 'text' ? 'textMultiline' : name === 'title' ? 'text' : 'json',
    }));
    const items = [...random, ...plain].map((content, i) => ({
      id: `n${i}`,
      before: 'x'.repeat(i % 3 === 0 ? 20_000 : i * 5),
      text: content,
      title: content.replaceAll('\n', ' '),
      behind: i % 2 === 0 ? 'y'.repeat(20_000) : null,
    }));
    const folder = newFolder();
    const source = writeFiles(join(folder, 'export'), {
      'model.json': modelOf({ note: fields }),
      'note.ndjson': items,
    });
    await buildSnapshot(source, join(folder, 'out'), { files: diskFiles, strict: true });
    const { segment } = (await openCurrent(diskFiles, join(folder, 'out'))).types.get('note')!;
    const patterns = [...random, ...plain].flatMap((whole, i) => {
      const characters = [...whole];
      const start = (i * 7) % characters.length;
      const cut = [1, 2, 3, 17, 40, 65, 400].map((length) => characters.slice(start, start + length).join(''));
      // Of a long pattern a part is looked for: one that holds it only is none of those that hold the pattern.
      return [...cut, ...cut.slice(-2).map((long) => `~${long.slice(1)}`)];
    });
    let [found, unlike] = [0, 0];
    for (const name of ['text', 'title']) {
      const index = segment.fields.get(name);
      if (index?.kind !== 'text') throw new Error(`${name} is a text`);
      const { terms } = index;
      const all = Uint32Array.from({ length: terms.size }, (_, term) => term);
      for (const pattern of [...patterns, 'u00', '\\u', 'absent', 'z'.repeat(200)]) {
        const bytes = Buffer.from(pattern);
        const mark = segment.arena.mark();
        const atOnce = terms.sift?.(all, bytes, segment.arena);
        segment.arena.release(mark);
        const holds = terms.containing(bytes);
        const expected = all.filter((term) => holds(termId(term)));
        expect(atOnce, JSON.stringify(pattern)).toEqual(expected);
        found += expected.length;
        unlike += all.length - expected.length;
      }
      expect(terms.sift?.(all.subarray(0, 0), Buffer.from('a'), segment.arena)).toEqual(all.subarray(0, 0));
    }
    expect(found).toBeGreaterThan(10_000);
    expect(unlike).toBeGreaterThan(10_000);
  });

  it('longer texts › cost more to search', async () => {
    const folder = newFolder();
    const source = writeFiles(join(folder, 'export'), {
      'model.json': modelOf({ short: { text: 'textMultiline' }, long: { text: 'textMultiline' } }),
      'short.ndjson': [{ id: 'a', text: 'a few words' }],
      'long.ndjson': [{ id: 'a', text: 'a few words '.repeat(300) }],
    });
    await buildSnapshot(source, join(folder, 'out'), { files: diskFiles, strict: true });
    const { types } = await openCurrent(diskFiles, join(folder, 'out'));
    const [short, long] = ['short', 'long'].map((name) => {
      const index = types.get(name)?.segment.fields.get('text');
      return index?.kind === 'text' ? index.terms.searchCost : 0;
    });
    expect(short).toBeGreaterThan(0);
    expect(long).toBeGreaterThan((short ?? 0) * 2);
  });
});
