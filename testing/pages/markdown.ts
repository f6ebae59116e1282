/**
 * Reads the project's Markdown for tests: fenced blocks, tables, headings with their anchors, and links.
 *
 * It knows only the forms that the pages use, and ignores marks inside fenced blocks.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** @param path from the root of the project */
export const readPage = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

export interface Fence {
  /** The word after the opening fence: `http`, `sh`, `json`. */
  readonly info: string;
  /** The name of the file that the block shows: a line above it holds nothing but that name, between backquotes. */
  readonly file: string | undefined;
  readonly text: string;
  /** Line of the opening fence in the page, from 1. */
  readonly line: number;
}

interface Line {
  readonly text: string;
  readonly number: number;
}

interface Split {
  readonly fences: readonly Fence[];
  /** Lines outside fenced blocks. */
  readonly prose: readonly Line[];
}

/** @returns the file name in the last line of text above a block, if that line holds nothing else */
const fileNameIn = (linesAbove: readonly Line[]): string | undefined => {
  const lastText = linesAbove.findLast(({ text }) => text.trim() !== '')?.text ?? '';
  return /^`([\w./-]+\.\w+)`$/.exec(lastText)?.[1];
};

function split(markdown: string): Split {
  const fences: Fence[] = [];
  const prose: Line[] = [];
  let open: { info: string; file: string | undefined; line: number; content: string[] } | undefined;
  for (const [index, text] of markdown.split('\n').entries()) {
    const number = index + 1;
    if (open !== undefined) {
      if (text.trim() === '```') {
        const { info, file, line, content } = open;
        fences.push({ info, file, text: content.join('\n'), line });
        open = undefined;
      } else open.content.push(text);
    } else if (text.startsWith('```'))
      open = { info: text.slice(3).trim(), file: fileNameIn(prose), line: number, content: [] };
    else prose.push({ text, number });
  }
  if (open !== undefined) throw new Error(`the block that begins in line ${open.line} has no end`);
  return { fences, prose };
}

/** In the page's order. @throws if a block has no end */
export const fencesOf = (markdown: string): readonly Fence[] => split(markdown).fences;

export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** The heading above, without its marks. */
  readonly section: string;
  readonly line: number;
}

/** Cells of one row; `\|` is a bar inside a cell. */
const cellsOf = (text: string): readonly string[] =>
  text
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

export function tablesOf(markdown: string): readonly Table[] {
  const tables: (Table & { rows: (readonly string[])[] })[] = [];
  let section = '';
  let previous = 0;
  for (const { text, number } of split(markdown).prose) {
    const heading = /^#{1,6} +(.*)$/.exec(text);
    if (heading !== null) section = heading[1] ?? '';
    if (!text.startsWith('|')) continue;
    const table = tables.at(-1);
    if (table === undefined || previous !== number - 1)
      tables.push({ head: cellsOf(text), rows: [], section, line: number });
    else if (!/^\|[\s|:-]+\|?$/.test(text)) table.rows.push(cellsOf(text));
    previous = number;
  }
  return tables;
}

/** The texts between backquotes in a cell or sentence. */
export const codesIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

/** The table under a heading whose first head is `first`. @throws if there is none */
export function tableAt(tables: readonly Table[], section: string, first: string): Table {
  const table = tables.find((candidate) => candidate.section === section && candidate.head[0] === first);
  if (table === undefined) throw new Error(`there is no table of ${first} under "${section}"`);
  return table;
}

/** All code in the cells of one column. */
export const codesOfColumn = (table: Table, column: number): string[] =>
  table.rows.flatMap((row) => codesIn(row[column] ?? ''));

/** First cell → second cell. */
export const entriesOf = (table: Table): ReadonlyMap<string, string> =>
  new Map(table.rows.map(([key = '', value = '']) => [key, value]));

/** The anchor that a heading has on common Markdown hosts: lower case, no punctuation, hyphens for spaces. */
const slugOf = (heading: string): string =>
  heading
    .replaceAll('`', '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');

export function anchorsOf(markdown: string): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const anchors = new Set<string>();
  for (const { text } of split(markdown).prose) {
    const heading = /^#{1,6} +(.*?)#*$/.exec(text)?.[1]?.trim();
    if (heading === undefined) continue;
    const slug = slugOf(heading);
    const before = counts.get(slug) ?? 0;
    counts.set(slug, before + 1);
    anchors.add(before === 0 ? slug : `${slug}-${before}`);
  }
  return anchors;
}

export interface Link {
  readonly target: string;
  readonly line: number;
}

/** Targets of `[text](target)`; code spans are no links. */
export function linksOf(markdown: string): readonly Link[] {
  return split(markdown).prose.flatMap(({ text, number }) =>
    [...text.replace(/`[^`]*`/g, '').matchAll(/\]\(([^()\s]+)\)/g)].map((match) => ({
      target: match[1] ?? '',
      line: number,
    })),
  );
}

/** Folders with generated files. */
const skipped: ReadonlySet<string> = new Set(['node_modules', 'dist', 'coverage', '.git', '.cache']);

/** Every Markdown file of the project, as paths from its root. */
export function markdownFiles(folder = ''): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : markdownFiles(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}
