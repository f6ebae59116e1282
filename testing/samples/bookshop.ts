/**
 * The bookshop as a snapshot, built once in each process into a temporary folder.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSnapshot } from '../../build/publish/index.js';
import { diskFiles } from '../../src/format/files/index.js';
import { openCurrent, type Space } from '../../src/index/snapshot/index.js';

export const BOOKSHOP_EXPORT = fileURLToPath(new URL('../../data/bookshop', import.meta.url));

type Item = Readonly<Record<string, unknown>>;

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The item as the default locale has it; only localized values have a member `en`. */
const inEnglish = (item: Item): Item =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, isItem(value) && 'en' in value ? value['en'] : value]),
  );

/** @returns the items of one type as the export has them, in its order */
export function exportedLines(type: string): readonly Item[] {
  const lines = readFileSync(join(BOOKSHOP_EXPORT, `${type}.ndjson`), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** @returns the same as the default locale has them */
export const exportedItems = (type: string): readonly Item[] => exportedLines(type).map(inEnglish);

/** Names of the content types, sorted. */
export const exportedTypes = (): readonly string[] =>
  readdirSync(BOOKSHOP_EXPORT)
    .filter((name) => name.endsWith('.ndjson'))
    .map((name) => name.replace('.ndjson', ''));

/** How many items the export has. */
export const exportedCount = (): number => exportedTypes().reduce((sum, type) => sum + exportedItems(type).length, 0);

const temporary = new Set<string>();
process.once('exit', () => {
  for (const folder of temporary) rmSync(folder, { recursive: true, force: true });
});

/** A new empty folder that is removed when the process ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stele-test-'));
  temporary.add(folder);
  return folder;
}

async function build(): Promise<string> {
  const folder = temporaryFolder();
  await buildSnapshot(BOOKSHOP_EXPORT, folder, { files: diskFiles, strict: false });
  return folder;
}

let built: Promise<string> | undefined;
let opened: Promise<Space> | undefined;

/** @returns the folder of snapshots; not to be changed */
export function bookshopSnapshots(): Promise<string> {
  built ??= build();
  return built;
}

export function openBookshop(): Promise<Space> {
  opened ??= bookshopSnapshots().then((folder) => openCurrent(diskFiles, folder));
  return opened;
}
