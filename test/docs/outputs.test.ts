/**
 * Commands on pages whose output is shown below them: each is run, and prints the shown output.
 *
 * `snapshots` is the bookshop's folder of snapshots, `data/…` the project's sample content, `export` a folder with three mistakes.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stele } from '../../testing/cli/stele.js';
import { temporaryFolders } from '../../testing/folder.js';
import { fencesOf, ROOT, readPage } from '../../testing/pages/markdown.js';
import { bookshopSnapshots } from '../../testing/samples/bookshop.js';
import { writeFiles } from '../../testing/samples/export.js';
import { matchesText } from './examples/elision.js';

const PAGES = ['content', 'import/README', 'run/build', 'run/watch', 'scale'].map((name) => `docs/${name}.md`);

const newFolder = temporaryFolders();

interface ShownCommand {
  readonly page: string;
  readonly command: string;
  readonly output: string;
}

/** The commands of a page: one line without a pipe, in a block directly before a block of text. */
const shownCommands = (page: string): readonly ShownCommand[] => {
  const fences = fencesOf(readPage(page));
  return fences.flatMap(({ info, text, line }, place) => {
    const next = fences[place + 1];
    // The block of a command has three lines.
    const isCommand = info === 'sh' && /^stele [^\n|]+$/.test(text);
    return isCommand && next?.info === 'text' && next.line === line + 3
      ? [{ page, command: text, output: next.text }]
      : [];
  });
};

const commands = PAGES.flatMap(shownCommands);

/** A library whose books have too many digits, an id twice and a number as a title. */
const faultyExport = {
  'model.json': {
    space: 'library',
    contentTypes: [
      {
        name: 'book',
        fields: [
          { name: 'title', type: 'text' },
          { name: 'price', type: 'decimal', precision: 2 },
        ],
      },
    ],
  },
  'book.ndjson': [
    { id: 'b1', title: 'The Stone Cutter', price: '24.005' },
    { id: 'b1', title: 7 },
  ],
};

/** Words of the command, quotes removed, with folders of this test in place of the page's. */
async function wordsOf(command: string, isWritten: boolean): Promise<readonly string[]> {
  const [, ...words] = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
  const snapshots = isWritten ? join(newFolder(), 'snapshots') : await bookshopSnapshots();
  const output = join(newFolder(), 'export');
  return words.map((word) => {
    if (word === 'snapshots') return snapshots;
    if (word === 'export') return isWritten ? output : writeFiles(newFolder(), faultyExport);
    return word.startsWith('data/') ? join(ROOT, word) : word;
  });
}

/** Widths of columns and ends of lines do not count. */
const normalized = (text: string): string =>
  text
    .replace(/[ \t]+/g, ' ')
    .replace(/ $/gm, '')
    .trim();

/** Pages whose outputs have times, ids and secrets, which differ at each run. */
const PAGES_WITH_FIGURES = ['tune', 'ship', 'secure'].map((name) => `docs/run/${name}.md`);

/** Commands of these pages that are tried here; other tests try the others. */
const WITH_FIGURES = /^stele (?:list|log show|replay|keys list) /;

/** The lines of an output, each number, id and secret replaced by `#`. */
const linesWithoutFigures = (text: string): readonly string[] =>
  normalized(text)
    .split('\n')
    .map((line) => line.replace(/\b(?:[\da-f]{16,}|\d[\d.,:TZ-]*)/g, '#').replace(/[KMG]?B\b/g, 'B'))
    .filter((line) => line.trim() !== '' && line !== '…');

/** Words of the command; its files are made first. */
async function preparedWords(command: string): Promise<readonly string[]> {
  const folder = newFolder();
  const traffic = join(folder, 'yesterday.traffic');
  const keys = join(folder, 'access.json');
  const snapshots = await bookshopSnapshots();
  await stele(['log', 'generate', snapshots, '--out', traffic, '--requests', '3000']);
  await stele(['keys', 'add', keys, 'website', '--space', 'shop', '--expires', '2027-12-31', '--rate', '50']);
  const paths: Readonly<Record<string, string>> = { snapshots, 'yesterday.traffic': traffic, 'access.json': keys };
  return command
    .split(' ')
    .slice(1)
    .map((word) => paths[word] ?? word);
}

const commandsWithFigures = PAGES_WITH_FIGURES.flatMap(shownCommands).filter(({ command }) =>
  WITH_FIGURES.test(command),
);

describe('commands whose output has figures', () => {
  it.each(commandsWithFigures.map(({ page, command, output }) => [page, command, output] as const))(
    '%s: %s › prints lines of the form on the page',
    { timeout: 60_000 },
    async (_page, command, output) => {
      const { stdout, stderr } = await stele(await preparedWords(command));
      const printed = linesWithoutFigures(stdout);
      const missing = linesWithoutFigures(output).filter((line) => !printed.includes(line));
      expect(missing, `printed:\n${stdout}${stderr}`).toEqual([]);
    },
  );

  it('each page › has a command with output', () => {
    expect(new Set(commandsWithFigures.map(({ page }) => page))).toEqual(new Set(PAGES_WITH_FIGURES));
  });
});

describe('commands with their output', () => {
  it('the list of commands › is not empty', () => {
    expect(commands.length).toBeGreaterThanOrEqual(6);
    for (const page of PAGES) expect(commands.map((command) => command.page)).toContain(page);
  });

  it.each(commands.map(({ page, command, output }) => [page, command, output] as const))(
    '%s: %s › prints the output on the page',
    { timeout: 60_000 },
    async (_page, command, output) => {
      const { code, stdout, stderr } = await stele(await wordsOf(command, command.includes('--out')));
      const printed = normalized(code === 0 ? stdout : stderr);
      expect(matchesText(normalized(output), printed), `shown:\n${output}\nprinted:\n${printed}`).toBe(true);
    },
  );
});
