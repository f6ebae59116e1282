/**
 * `stele inspect`: the contents of a snapshot field by field, with the size of each structure.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { diskFiles } from '../format/files/index.js';
import { chooseSnapshot, inspectSpace, openCurrent, openSnapshot, type SpaceReport } from '../index/snapshot/index.js';
import { parsePath } from './arguments.js';
import type { CommandIo } from './io.js';
import { formatBytes, formatCount, formatTable, leftColumn, rightColumn, type TableColumn } from './table.js';

const examples = `
Examples:
  $ stele inspect ./snapshots
  $ stele inspect ./snapshots --json | jq '.types[].fields[] | select(.populated == 0)'`;

const columns: readonly TableColumn[] = [
  leftColumn('field'),
  leftColumn('type'),
  rightColumn('populated'),
  rightColumn('distinct'),
  rightColumn('bytes'),
  leftColumn('structures'),
];

type Structure = SpaceReport['types'][number]['structures'][number];

const totalBytes = (structures: readonly Structure[]): string =>
  formatBytes(structures.reduce((sum, { byteLength }) => sum + byteLength, 0));

const structureList = (structures: readonly Structure[]): string =>
  structures.map(({ name, byteLength }) => `${name} ${formatBytes(byteLength)}`).join(', ');

/** @param value undefined for images, which are delivered but not indexed */
const formatKnown = (value: number | undefined): string => (value === undefined ? '-' : formatCount(value));

const itemsText = (items: number): string => `${formatCount(items)} ${items === 1 ? 'item' : 'items'}`;

function render(report: SpaceReport): string {
  const types = report.types.map((type) => {
    const rows = type.fields.map(({ name, type: fieldType, populated, distinct, structures }) => [
      name,
      fieldType,
      formatKnown(populated),
      formatKnown(distinct),
      totalBytes(structures),
      structureList(structures),
    ]);
    const documentsRow = ['(documents)', '', '', '', totalBytes(type.structures), structureList(type.structures)];
    return `\n${type.name}: ${itemsText(type.items)}, ${formatBytes(type.byteLength)}\n${formatTable(columns, [...rows, documentsRow])}`;
  });
  const items = report.types.reduce((sum, type) => sum + type.items, 0);
  const size = `${itemsText(items)}, ${formatBytes(report.byteLength)}`;
  return `space ${report.space}, snapshot ${report.snapshot}\n${size}\n${types.join('')}`;
}

export function inspectCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('inspect')
    .description('show the contents of a snapshot: items, populated and distinct values, bytes per structure')
    .argument('<snapshots>', 'folder of snapshots', parsePath)
    .argument('[id]', 'id of the snapshot (at least its first 8 digits), or PREVIOUS (default: the current snapshot)')
    .option('--json', 'print the report as JSON', false)
    .addHelpText('after', examples)
    .action(async (folder: string, id: string | undefined, options) => {
      const space =
        id === undefined
          ? await openCurrent(diskFiles, folder)
          : await openSnapshot(diskFiles, folder, (await chooseSnapshot(diskFiles, folder, id)).id);
      const report = inspectSpace(space);
      io.stdout.write(options.json ? `${JSON.stringify(report, undefined, 2)}\n` : render(report));
    });
}
