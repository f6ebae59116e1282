/**
 * `stele inspect`: what the current snapshot holds, field by field, and what each structure costs.
 */
import { Command } from 'commander';
import { diskFiles } from '../files/index.js';
import { inspectSpace, openCurrent, type SpaceReport } from '../snapshot/index.js';
import type { CommandIo } from './io.js';
import { bytes, type ColumnHead, count, table } from './table.js';

const examples = `
Examples:
  $ stele inspect ./snapshots
  $ stele inspect ./snapshots --json | jq '.types[].fields[] | select(.populated == 0)'`;

interface InspectOptions {
  readonly json: boolean;
}

const heads: readonly ColumnHead[] = [
  { title: 'field', align: 'left' },
  { title: 'type', align: 'left' },
  { title: 'populated', align: 'right' },
  { title: 'distinct', align: 'right' },
  { title: 'bytes', align: 'right' },
  { title: 'structures', align: 'left' },
];

type Structure = SpaceReport['types'][number]['structures'][number];

const total = (structures: readonly Structure[]): string =>
  bytes(structures.reduce((sum, { byteLength }) => sum + byteLength, 0));

const listed = (structures: readonly Structure[]): string =>
  structures.map(({ name, byteLength }) => `${name} ${bytes(byteLength)}`).join(', ');

/** Images are delivered but not indexed, so nothing is known of their values. */
const known = (value: number | undefined): string => (value === undefined ? '-' : count(value));

function render(report: SpaceReport): string {
  const types = report.types.map((type) => {
    const rows = type.fields.map(({ name, type: fieldType, populated, distinct, structures }) => [
      name,
      fieldType,
      known(populated),
      known(distinct),
      total(structures),
      listed(structures),
    ]);
    const rest = ['(documents)', '', '', '', total(type.structures), listed(type.structures)];
    return `\n${type.name}: ${count(type.items)} ${type.items === 1 ? 'item' : 'items'}, ${bytes(type.byteLength)}\n${table(heads, [...rows, rest])}`;
  });
  return `space ${report.space}, snapshot ${report.snapshot}, ${bytes(report.byteLength)}\n${types.join('')}`;
}

export function inspectCommand(io: CommandIo): Command {
  return new Command('inspect')
    .description('show what the current snapshot holds: items, populated and distinct values, bytes per structure')
    .argument('<snapshots>', 'folder the snapshots are kept in')
    .option('--json', 'print the same as JSON', false)
    .addHelpText('after', examples)
    .action(async (folder: string, options: InspectOptions) => {
      const report = inspectSpace(await openCurrent(diskFiles, folder));
      io.stdout.write(options.json ? `${JSON.stringify(report, undefined, 2)}\n` : render(report));
    });
}
