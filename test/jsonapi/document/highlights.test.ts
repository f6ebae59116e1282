/**
 * `meta.highlights`: the fields and items that have them, and the text as a reader sees it.
 *
 * Elsewhere: the chosen passage and its words (test/index/search/highlight.test.ts).
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSnapshot } from '../../../build/publish/index.js';
import { openCurrent, type Space } from '../../../src/index/snapshot/index.js';
import { answer, estimatedCost, parseRequest } from '../../../src/jsonapi/index.js';
import { MemoryDisk } from '../../../testing/disk/index.js';

const note = (localized: boolean) => ({
  name: localized ? 'letter' : 'note',
  fields: [
    { name: 'title', type: 'text', search: true, ...(localized && { localized }) },
    { name: 'body', type: 'markdown', search: true },
    { name: 'code', type: 'textMultiline', search: true },
    { name: 'size', type: 'integer' },
  ],
});
const items = [
  { id: 'a', title: 'Old salt', body: 'A **salt** road.', code: '**salt**' },
  { id: 'b', title: 'Stone', body: 'Salted', code: 'salt' },
  { id: 'c', body: '# Salt' },
];

let space: Space;
beforeAll(async () => {
  const disk = new MemoryDisk();
  const model = {
    space: 's',
    locales: [{ code: 'en', default: true }, { code: 'de' }],
    contentTypes: [note(false), note(true)],
  };
  disk.put('/export/model.json', Buffer.from(JSON.stringify(model)));
  const lines = (list: readonly object[]) => Buffer.from(list.map((item) => `${JSON.stringify(item)}\n`).join(''));
  disk.put('/export/note.ndjson', lines(items));
  disk.put('/export/letter.ndjson', lines(items.map((item) => ({ ...item, title: { en: item.title ?? null } }))));
  await buildSnapshot('/export', '/out', { files: disk, strict: true });
  space = await openCurrent(disk, '/out');
});

/** Item → field → the shown text, with the matches in brackets. */
function highlightsOf(path: string, search: string): Record<string, unknown> {
  const { data } = JSON.parse(answer(space, parseRequest(space.model, path, search), '').toString());
  const marked = ({ text, words }: { text: string; words: { start: number; end: number }[] }): string =>
    words.reduceRight(
      (all, { start, end }) => `${all.slice(0, start)}[${all.slice(start, end)}]${all.slice(end)}`,
      text,
    );
  return Object.fromEntries(
    data.map(({ id, meta }: { id: string; meta: { highlights: Record<string, Parameters<typeof marked>[0]> } }) => [
      id,
      Object.fromEntries(Object.entries(meta.highlights).map(([field, shown]) => [field, marked(shown)])),
    ]),
  );
}

describe('highlights', () => {
  it.each(['/note', '/letter'])(
    '%s › of Markdown what a reader sees, of other texts what they are; of no value none',
    (path) => {
      expect(highlightsOf(path, '?filter[_search]=salt&_highlight=body,code,title&sort=id')).toEqual({
        a: { title: 'Old [salt]', body: 'A [salt] road.', code: '**[salt]**' },
        b: { body: '[Salted]', code: '[salt]' },
        c: { body: expect.stringMatching(/\[Salt\]$/) },
      });
    },
  );

  it('of a localized item › are next to its locales, and the item is complete', () => {
    const search = '?filter[_search]=salt&_highlight=title&sort=id&page[limit]=1';
    const [item] = JSON.parse(answer(space, parseRequest(space.model, '/letter', search), '').toString()).data;
    expect(item.meta).toEqual({
      locales: ['en'],
      highlights: { title: { text: 'Old salt', words: [{ start: 4, end: 8 }] } },
    });
    const plain = parseRequest(space.model, '/letter/a', '');
    expect({ ...item, meta: undefined }).toEqual({
      ...JSON.parse(answer(space, plain, '').toString()).data,
      meta: undefined,
    });
  });

  it('a longer field › costs more, at any position', () => {
    const costOf = (search: string): number => {
      answer(space, parseRequest(space.model, '/note', search), '');
      return estimatedCost();
    };
    const search = '?filter[_search]=salted';
    // The field `code` is further back in the record and has fewer bytes.
    const [body, code] = ['body', 'code'].map((field) => costOf(`${search}&_highlight=${field}&fields[note]=`));
    expect(body).toBeGreaterThan(code ?? 0);
  });
});
