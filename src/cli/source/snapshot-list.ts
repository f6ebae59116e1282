/**
 * The list of a folder's snapshots, as a table and as JSON.
 */
import type { SnapshotEntry } from '../../index/snapshot/index.js';
import { formatBytes, formatCount, formatTable, leftColumn, rightColumn, type TableColumn } from '../table.js';

const columns: readonly TableColumn[] = [
  leftColumn('snapshot'),
  leftColumn('built'),
  rightColumn('items'),
  rightColumn('size'),
  leftColumn('served'),
];

/** @returns undefined if the folder has no record of the build */
const builtAt = ({ builtMs }: SnapshotEntry): string | undefined =>
  builtMs === undefined ? undefined : new Date(builtMs).toISOString();

function tableRow(entry: SnapshotEntry): readonly string[] {
  const { id, contents, isCurrent, servedBefore } = entry;
  const served = isCurrent ? 'current' : servedBefore === undefined ? '-' : `before ${servedBefore}`;
  const [items, size] =
    contents === undefined ? ['-', '-'] : [formatCount(contents.items), formatBytes(contents.byteLength)];
  return [id, builtAt(entry) ?? '-', items, size, served];
}

function listTable(entries: readonly SnapshotEntry[]): string {
  const problems = entries.flatMap(({ id, problem }) =>
    problem === undefined ? [] : [`${id.slice(0, 8)} cannot be read: ${problem}\n`],
  );
  return `${formatTable(columns, entries.map(tableRow))}${problems.join('')}`;
}

/** Unknown values are null, so that every snapshot has the same members. */
const entryJson = (entry: SnapshotEntry): object => ({
  id: entry.id,
  built: builtAt(entry) ?? null,
  written: new Date(entry.writtenMs).toISOString(),
  current: entry.isCurrent,
  servedBefore: entry.servedBefore ?? null,
  space: entry.contents?.space ?? null,
  items: entry.contents?.items ?? null,
  byteLength: entry.contents?.byteLength ?? null,
  problem: entry.problem ?? null,
});

export const snapshotList = (entries: readonly SnapshotEntry[], isJson: boolean): string =>
  isJson ? `${JSON.stringify({ snapshots: entries.map(entryJson) }, undefined, 2)}\n` : listTable(entries);
