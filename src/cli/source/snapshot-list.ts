/**
 * Snapshots of a folder, as text and as JSON.
 */
import type { SnapshotEntry } from '../../index/snapshot/index.js';
import { formatBytes, formatCount, formatTable, leftColumn, rightColumn, type TableColumn } from '../table.js';

const heads: readonly TableColumn[] = [
  leftColumn('snapshot'),
  leftColumn('built'),
  rightColumn('items'),
  rightColumn('size'),
  leftColumn('served'),
];

const builtAt = ({ builtMs }: SnapshotEntry): string => new Date(builtMs).toISOString();

function row(entry: SnapshotEntry): readonly string[] {
  const { id, contents: held, isCurrent, servedBefore } = entry;
  const served = isCurrent ? 'current' : servedBefore === undefined ? '-' : `before ${servedBefore}`;
  const [items, size] = held === undefined ? ['-', '-'] : [formatCount(held.items), formatBytes(held.byteLength)];
  return [id, builtAt(entry), items, size, served];
}

function asTable(entries: readonly SnapshotEntry[]): string {
  const problems = entries.flatMap(({ id, problem }) =>
    problem === undefined ? [] : [`${id.slice(0, 8)} cannot be read: ${problem}\n`],
  );
  return `${formatTable(heads, entries.map(row))}${problems.join('')}`;
}

/** Null stands for what is not known, so that every snapshot has the same members. */
const asJson = (entry: SnapshotEntry): object => ({
  id: entry.id,
  built: builtAt(entry),
  current: entry.isCurrent,
  servedBefore: entry.servedBefore ?? null,
  space: entry.contents?.space ?? null,
  items: entry.contents?.items ?? null,
  byteLength: entry.contents?.byteLength ?? null,
  problem: entry.problem ?? null,
});

export const snapshotList = (entries: readonly SnapshotEntry[], isJson: boolean): string =>
  isJson ? `${JSON.stringify({ snapshots: entries.map(asJson) }, undefined, 2)}\n` : asTable(entries);
