/**
 * Hostile exports through `stele build`: each is refused with the words it should be, or accepted as documented, and
 * the snapshot that is served stays as it was.
 */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { diskFiles } from '../../../../src/format/files/index.js';
import { openCurrent } from '../../../../src/index/snapshot/index.js';
import { verifySnapshots } from '../../../../src/index/verify/index.js';
import { everyOf } from '../../../../testing/amount.js';
import { EXECUTABLE, type Outcome, start, stele } from '../../../../testing/cli/stele.js';
import { temporaryFolders } from '../../../../testing/folder.js';
import { REFUSED } from './refused.js';
import {
  BOOKS,
  bomb,
  type Changes,
  MODEL_TEXT,
  withBook,
  withCompressed,
  withMembers,
  withTypes,
  writeShelf,
} from './support.js';

const newFolder = temporaryFolders();

const GZIP = gzipSync(BOOKS);
const END = 'The export is refused and nothing was changed. Correct it and build again.';
const CHECK_END = 'A build would refuse the export. Correct it and check again.';
const LAYOUT =
  'A content export is a folder with model.json and one <contentType>.ndjson (or .ndjson.gz) for each content type.';

/** What is told of an export, without the lines of progress; its folder is written as <folder>. */
const told = ({ stderr }: Outcome, folder: string): readonly string[] =>
  stderr
    .replaceAll(folder, '<folder>')
    .split('\n')
    .filter((line) => line !== '' && !/^(?:comparing|reading|resolving|indexing|linking|publishing)\b/.test(line));

let served: string;
let servedBefore: readonly string[];
const contentsOf = (folder: string): readonly string[] => [
  ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort(),
  readFileSync(join(folder, 'CURRENT'), 'utf8'),
];

beforeAll(async () => {
  served = newFolder();
  const sound = join(newFolder(), 'export');
  writeShelf(sound);
  expect(await stele(['build', sound, '--out', served])).toMatchObject({ code: 0 });
  servedBefore = contentsOf(served);
});

/** Builds over the snapshot that is served; @returns the lines told */
async function refusal(write: (folder: string) => void, ...options: readonly string[]): Promise<readonly string[]> {
  const folder = join(newFolder(), 'export');
  write(folder);
  const outcome = await stele(['build', folder, '--out', served, ...options]);
  expect(outcome).toMatchObject({ code: 1, stdout: '' });
  expect(contentsOf(served)).toEqual(servedBefore);
  return told(outcome, folder);
}

const totals = (count: number): string => `${count} ${count === 1 ? 'error' : 'errors'}, 0 warnings`;

describe('an export is refused with', () => {
  it.each(REFUSED)('%s', async (_, changes, lines) => {
    const [first = '', ...others] = lines;
    const expected = [`stele: ${first}`, ...others, totals(lines.length), END];
    expect(await refusal((folder) => writeShelf(folder, changes))).toEqual(expected);
    const folder = join(newFolder(), 'export');
    writeShelf(folder, changes);
    const checked = await stele(['check', folder]);
    expect(checked).toMatchObject({ code: 1, stdout: '' });
    expect(told(checked, folder)).toEqual([...expected.slice(0, -1), CHECK_END]);
  });

  it('one link through __proto__ and --strict', async () => {
    const lines = await refusal(
      (folder) => writeShelf(folder, withMembers('"__proto__":{"polluted":true}')),
      '--strict',
    );
    expect(lines).toEqual([
      'stele: book.ndjson:3, field __proto__: the model has no such field for book; fields are title, pages, price, printed, inPrint, genre, cover, author, about.',
      '1 error, of them 1 unknown key',
      `${END.slice(0, -1)}, or build without --strict.`,
    ]);
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each([
    [
      'without an item',
      { 'book.ndjson': '', 'author.ndjson': '' },
      '<folder>: the export has no item in any content type; check that it is complete',
    ],
    [
      'of a bomb whose every line is the same item',
      withCompressed(bomb(`{"id":"b1","title":"${'a'.repeat(1 << 19)}"}\n`, 100)),
      'book.ndjson.gz: inflates to more than 200 times its size, more than content does; export the file again',
    ],
    [
      'of 20,000 types that link to types there are none of',
      withTypes(
        ...Array.from({ length: 20_000 }, (_, i) => ({
          name: `t${i}`,
          fields: [{ name: 'a', type: 'relationship', to: `u${i}` }],
        })),
      ),
      /^model\.json: contentTypes\[0\]\.fields\[0\]\.to: there is no content type "u0"; .* and 19970 more\. Did you mean "t0"\?$/,
    ],
    [
      'of 20,000 types without a file',
      withTypes(...Array.from({ length: 20_000 }, (_, i) => ({ name: `t${i}`, fields: [] }))),
      't0.ndjson: the file is missing; each content type needs one, even if it is empty.',
    ],
  ] as readonly (readonly [string, Changes, string | RegExp])[])(
    'the first of many lines: one %s',
    async (_, changes, line) => {
      const lines = await refusal((folder) => writeShelf(folder, changes));
      const firstErrorIndex = lines.findIndex((text) => text.endsWith('errors to correct first:')) + 1;
      expect(lines[firstErrorIndex]?.replace(/^stele: /, '')).toMatch(line);
      expect(lines.at(-1)).toBe(END);
      expect(lines.length - firstErrorIndex).toBeLessThan(20);
      // A hundred errors are listed, whatever there are, and a line for each kind of warning.
      expect(lines.length).toBeLessThan(112);
    },
  );
});

type Make = (folder: string) => void;

/** Puts something else in the place of a file. */
const instead =
  (file: string, make: (path: string) => void): Make =>
  (folder) => {
    writeShelf(folder);
    rmSync(join(folder, file));
    make(join(folder, file));
  };
const moved =
  (file: string, target: string): Make =>
  (folder) => {
    writeShelf(folder);
    mkdirSync(join(folder, '..', 'export-elsewhere'), { recursive: true });
    renameSync(join(folder, file), join(folder, '..', target));
    symlinkSync(`../${target}`, join(folder, file));
  };
const linkOut = (file: string): string =>
  `${file}: the symbolic link leads out of the export folder; put the file itself there`;

describe('an export is refused if a file is replaced by', () => {
  it.each<readonly [string, Make, string]>([
    [
      'a folder of items',
      instead('book.ndjson', mkdirSync),
      'book.ndjson: this is not a file; put a file of this name here',
    ],
    [
      'a folder of a model',
      instead('model.json', mkdirSync),
      'model.json: this is not a file; put a file of this name here',
    ],
    [
      'a pipe of items',
      instead('book.ndjson', (path) => execFileSync('mkfifo', [path])),
      'book.ndjson: this is not a file; put a file of this name here',
    ],
    [
      'a pipe of a model',
      instead('model.json', (path) => execFileSync('mkfifo', [path])),
      'model.json: this is not a file; put a file of this name here',
    ],
    [
      'a link to a device',
      instead('book.ndjson', (path) => symlinkSync('/dev/zero', path)),
      'book.ndjson: this is not a file; put a file of this name here',
    ],
    [
      'an absolute link out',
      instead('book.ndjson', (path) => symlinkSync('/etc/passwd', path)),
      linkOut('book.ndjson'),
    ],
    ['a relative link out', moved('book.ndjson', 'stolen'), linkOut('book.ndjson')],
    [
      'a link into a folder whose name begins alike',
      moved('book.ndjson', 'export-elsewhere/book'),
      linkOut('book.ndjson'),
    ],
    ['a model behind a link out', moved('model.json', 'stolen.json'), linkOut('model.json')],
    [
      'a link to itself',
      instead('book.ndjson', (path) => symlinkSync('book.ndjson', path)),
      'book.ndjson: the symbolic link has no target; put the file itself there',
    ],
    [
      'a link to nothing',
      instead('book.ndjson', (path) => symlinkSync('gone', path)),
      'book.ndjson: the symbolic link has no target; put the file itself there',
    ],
    [
      'a model of 1 GiB',
      instead('model.json', (path) => {
        writeFileSync(path, '');
        truncateSync(path, 2 ** 30);
      }),
      'model.json: the model has 1073741824 bytes; at most 16777216 are read',
    ],
    [
      '200 MiB of nothing',
      instead('author.ndjson', (path) => {
        writeFileSync(path, '');
        truncateSync(path, 200 * 2 ** 20);
      }),
      'author.ndjson:1: the line is longer than 67108864 bytes; write each item on a line of its own',
    ],
  ])('%s', async (_, make, line) => {
    const lines = await refusal(make);
    // Warnings come before the error.
    expect(lines.map((text) => text.replace(/^stele: /, ''))).toContain(line);
  });

  it.each<readonly [string, Make, string]>([
    ['a file', (folder) => writeFileSync(folder, ''), `stele: <folder> is not a folder. ${LAYOUT}`],
    ['a pipe', (folder) => execFileSync('mkfifo', [folder]), `stele: <folder> is not a folder. ${LAYOUT}`],
    [
      'nothing',
      () => undefined,
      `stele: <folder> does not exist. ${LAYOUT} Check the path, or begin with a small export: stele init <folder>`,
    ],
  ])('the export itself being %s', async (_, make, line) => {
    expect(await refusal(make)).toEqual([line]);
  });
});

const leftOut = (key: string): string =>
  `book.ndjson:3, field ${key}: warning: the model has no such field for book, so it is left out; fields are title, pages, price, printed, inPrint, genre, cover, author, about.`;

describe('an export is accepted with', () => {
  it.each<readonly [string, Changes, readonly string[]]>([
    ['line ends of CR and LF', { 'book.ndjson': BOOKS.replaceAll('\n', '\r\n') }, []],
    ['-0 for an integer', withMembers('"pages":-0'), []],
    ['1E5 for an integer', withMembers('"pages":1E5'), []],
    ['1e400 for a decimal', withMembers('"price":1e400'), []],
    ['-0 for a decimal', withMembers('"price":-0'), []],
    ['the last day there is', withMembers('"printed":"9999-12-31"'), []],
    ['the id __proto__', withBook('{"id":"__proto__"}'), []],
    ['an id like a path', withBook('{"id":"../../etc/passwd"}'), []],
    ['an id that turns the line round', withBook('{"id":"\\u202e"}'), []],
    ['an item that links to itself', withBook('{"id":"b3","about":["b3"]}'), []],
    ['items that link in a circle', withBook('{"id":"b3","about":["b4"]}\n{"id":"b4","about":["b3"]}'), []],
    ['zeros behind a gzip file', withCompressed(Buffer.concat([GZIP, Buffer.alloc(512)])), []],
    ['two gzip files in one', withCompressed(Buffer.concat([GZIP, gzipSync('{"id":"b3"}\n')])), []],
    [
      'a field called constructor',
      { 'model.json': MODEL_TEXT.replace('"pages"', '"constructor"') },
      [
        'note: the field book.constructor has the name of a member of every JavaScript object, which breaks generated clients: see stele check.',
      ],
    ],
    [
      'keys that objects inherit',
      withMembers('"__proto__":{"polluted":true},"constructor":1'),
      [
        leftOut('__proto__').replace(/^(.*): warning: /, 'warning: 2 unknown keys, such as $1: '),
        'Only one example of each kind is shown; --all-warnings shows the first hundred.',
        '0 errors, 2 warnings (2 unknown keys)',
      ],
    ],
    [
      'a key of 100 kB',
      withMembers(`"${'k'.repeat(100_000)}":1`),
      [leftOut(`${'k'.repeat(80)}…`), '0 errors, 1 warning (1 unknown key)'],
    ],
    [
      'a link to constructor',
      withMembers('"about":["constructor"]'),
      [
        'book.ndjson:3, field about: warning: there is no author or book "constructor"; the link is dropped',
        '0 errors, 1 warning (1 link to a missing item)',
      ],
    ],
    [
      'a file called __proto__',
      { '__proto__.ndjson': BOOKS },
      [
        '__proto__.ndjson: warning: the model has no content type "__proto__", so the file is left out.',
        '0 errors, 1 warning (1 file of no content type)',
      ],
    ],
    [
      'a file that would steer a terminal',
      { 'a\x1b[31m\nb.ndjson': BOOKS },
      [
        'a\\u001b[31m\\u000ab.ndjson: warning: the model has no content type "a\\u001b[31m\\nb", so the file is left out.',
        '0 errors, 1 warning (1 file of no content type)',
      ],
    ],
  ])('%s', async (_, changes, lines) => {
    const folder = join(newFolder(), 'export');
    const snapshots = newFolder();
    writeShelf(folder, changes);
    const outcome = await stele(['build', folder, '--out', snapshots]);
    expect(told(outcome, folder)).toEqual(lines);
    expect(outcome.code).toBe(0);
    const { problems, files } = await verifySnapshots(diskFiles, snapshots);
    expect([...problems, ...files.flatMap((file) => file.problems)]).toEqual([]);
  });

  it('a file whose name is not UTF-8, which is ignored', async () => {
    const folder = join(newFolder(), 'export');
    writeShelf(folder);
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/b`), Buffer.from([0xff]), Buffer.from('.ndjson')]), BOOKS);
    const outcome = await stele(['build', folder, '--out', newFolder()]);
    expect(told(outcome, folder)).toEqual([
      'b\ufffd.ndjson: warning: the model has no content type "b\ufffd", so the file is left out.',
      '0 errors, 1 warning (1 file of no content type)',
    ]);
  });
});

describe('in a heap of 96 MiB, an export is refused with', () => {
  const exports: readonly (readonly [string, Changes, RegExp])[] = [
    ['a bomb of one line', withCompressed(bomb('a', 300)), /inflates to more than 200 times its size/],
    [
      'a bomb of blank lines',
      withCompressed(bomb(`${' '.repeat(1023)}\n`, 300)),
      /inflates to more than 200 times its size/,
    ],
    [
      'a line of more than 64 MiB',
      withMembers(`"title":"${'a'.repeat(64 * 2 ** 20)}"`),
      /the line is longer than 67108864 bytes/,
    ],
    ['deep arrays', withMembers(`"title":${'['.repeat(8 * 2 ** 20)}`), /nested deeper than 64/],
    [
      'two thousand keys of 100 kB',
      {
        'book.ndjson': Array.from({ length: 2000 }, (_, i) => `{"id":"b${i}","${`${i}`.padEnd(100_000, 'k')}":1}\n`)
          .join('')
          .concat('{'),
      },
      /a key in double quotes is expected/,
    ],
  ];
  it.each(everyOf(exports, 3, 1))('%s', async (_, changes, line) => {
    const folder = join(newFolder(), 'export');
    writeShelf(folder, changes);
    const running = start(EXECUTABLE, ['build', folder, '--out', served], {
      NODE_OPTIONS: '--max-old-space-size=96',
    });
    const outcome = await running.ended;
    expect(outcome.stderr).toMatch(line);
    expect(outcome.code).toBe(1);
    expect(contentsOf(served)).toEqual(servedBefore);
  });
});

it('after all refusals, the served snapshot › is unchanged and valid', async () => {
  const space = await openCurrent(diskFiles, served);
  expect(space.types.get('book')?.segment.size).toBe(2);
  const { problems, files } = await verifySnapshots(diskFiles, served);
  expect([...problems, ...files.flatMap((file) => file.problems)]).toEqual([]);
});
