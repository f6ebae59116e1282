/**
 * The list of a folder's snapshots, as a table and as JSON.
 */
import type { SnapshotEntry } from '../../index/snapshot/index.js';
import { formatBytes, formatCount, formatTable, leftColumn, rightColumn, type TableColumn } from '../table.js';
import type { ListForm } from './source.js';

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

/** @param isBrief whether ids have 8 digits, which every command accepts, and times have no seconds */
function tableRow(entry: SnapshotEntry, isBrief: boolean): readonly string[] {
  const { id, contents, isCurrent, servedBefore } = entry;
  const served = isCurrent ? 'current' : servedBefore === undefined ? '-' : `before ${servedBefore}`;
  const [items, size] =
    contents === undefined ? ['-', '-'] : [formatCount(contents.items), formatBytes(contents.byteLength)];
  const built = builtAt(entry) ?? '-';
  if (!isBrief) return [id, built, items, size, served];
  return [id.slice(0, 8), built.replace(/^(.{10})T(.{5}).*/, '$1 $2 UTC'), items, size, served];
}

function listTable(entries: readonly SnapshotEntry[], isBrief: boolean): string {
  const problems = entries.flatMap(({ id, problem }) =>
    problem === undefined ? [] : [`${id.slice(0, 8)} cannot be read: ${problem}\n`],
  );
  return `${formatTable(
    columns,
    entries.map((entry) => tableRow(entry, isBrief)),
  )}${problems.join('')}`;
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

export const snapshotList = (entries: readonly SnapshotEntry[], form: ListForm): string =>
  form === 'json'
    ? `${JSON.stringify({ snapshots: entries.map(entryJson) }, undefined, 2)}\n`
    : listTable(entries, form === 'brief');
