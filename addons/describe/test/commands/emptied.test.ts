/**
 * A field that every item had and some items now lack: `build --refuse-breaking`, `diff --model` and `types --check` judge alike.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stele } from '../../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { writeFiles } from '../../../../testing/samples/export.js';

const newFolder = temporaryFolders();

const MODEL = {
  space: 's',
  contentTypes: [{ name: 'book', fields: ['title', 'subtitle'].map((name) => ({ name, type: 'text' })) }],
};
type Book = Readonly<Record<string, string>>;
const exportOf = (books: readonly Book[], model: object = MODEL): string =>
  writeFiles(newFolder(), { 'model.json': model, 'book.ndjson': books });

const FULL = [
  { id: 'a', title: 'A', subtitle: 'a' },
  { id: 'b', title: 'B', subtitle: 'b' },
];
const EMPTIED = [
  { id: 'a', title: 'A', subtitle: 'a' },
  { id: 'b', title: 'B' },
];
const SENTENCE = 'every item had the field book.subtitle, and some items are now without it';

/** The verdicts of the three commands on the change from the first export to the second. */
async function judge(before: string, after: string, ...values: readonly '--values'[]) {
  const folder = newFolder();
  const [out, types] = [join(folder, 'snapshots'), join(folder, 'content.ts')];
  const quick = ['--threads', '1', '--max-shrink', '100%'];
  await stele(['build', before, '--out', out, ...quick]);
  await stele(['types', out, '--out', types, ...values]);
  const served = readFileSync(join(out, 'CURRENT'), 'utf8');
  const build = await stele(['build', after, '--out', out, ...quick, '--refuse-breaking', ...values]);
  const isPublished = readFileSync(join(out, 'CURRENT'), 'utf8') !== served;
  if (!isPublished) await stele(['build', after, '--out', out, ...quick]);
  const diff = await stele(['diff', out, '--model', ...values]);
  const check = await stele(['types', out, '--out', types, '--check', ...values]);
  return [
    [build.code, build.stderr.includes(SENTENCE), isPublished],
    [diff.code, diff.stdout.includes(SENTENCE)],
    [check.code, check.stderr.includes(SENTENCE)],
  ];
}

describe('a field that was full and no longer is', () => {
  const silent = [
    [0, false, true],
    [0, false],
    [0, false],
  ];
  const refused = [
    [1, true, false],
    [1, true],
    [1, true],
  ];
  it.each([
    ['by the model › breaks no client', FULL, EMPTIED, [], silent],
    ['by the values › breaks clients', FULL, EMPTIED, ['--values'], refused],
    ['by the values, unchanged › breaks no client', FULL, [...FULL].reverse(), ['--values'], silent],
    [
      'by the values, a field that never was full › breaks no client',
      EMPTIED,
      [EMPTIED[1]!, EMPTIED[0]!],
      ['--values'],
      silent,
    ],
  ] as const)('%s', async (_, before, after, values, verdicts) => {
    expect(await judge(exportOf(before), exportOf(after), ...values)).toEqual(verdicts);
  });

  it('a removed field › is a change of the model, and is named once', async () => {
    const withoutSubtitle = { ...MODEL, contentTypes: [{ name: 'book', fields: [{ name: 'title', type: 'text' }] }] };
    const titles = FULL.map(({ id, title }) => ({ id, title }));
    const verdicts = await judge(exportOf(FULL), exportOf(titles, withoutSubtitle), '--values');
    expect(verdicts).toEqual([
      [1, false, false],
      [1, false],
      [1, false],
    ]);
  });
});
