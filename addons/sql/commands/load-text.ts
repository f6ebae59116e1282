/**
 * The output of `stele load`: the line about the new load, the reason why a load was not published, and the dry run's table.
 */
import { formatCount, formatTable, leftColumn, rightColumn, type TableColumn } from '../../../src/cli/index.js';
import { shellWord } from '../../../src/content/errors/index.js';
import type { Address } from '../connection/address.js';
import type { TypePlacement } from '../load/dry-run.js';
import type { Distribute, LoadReport } from '../load/options.js';
import { DEFAULT_DISTRIBUTION_BOUND } from '../schema/distribution.js';
import { DEFAULT_SCHEMA } from './options.js';

export function formatReport(report: LoadReport): string {
  const { load, schema, items, links, indexes, distributed, published, shrunk, droppedLoads, seconds } = report;
  const droppedNames = droppedLoads.map((number) => `load ${number}`).join(', ');
  const droppedLine = droppedLoads.length === 0 ? '' : `dropped: ${droppedNames}\n`;
  if (!published && shrunk.length === 0) {
    return `Nothing has changed: load ${load} in the schema ${schema} already has these ${formatCount(items)} items\n${droppedLine}`;
  }
  const facts = [
    `${formatCount(items)} items`,
    `${formatCount(links)} links`,
    `${formatCount(indexes)} indexes`,
    ...(distributed === undefined ? [] : [`distributed by Citus: ${[...distributed].join(', ')}`]),
    `${seconds.toFixed(1)} s`,
  ];
  const result = published ? 'Published' : 'Loaded, and not published:';
  return `${result} load ${load} in the schema ${schema}: ${facts.join(', ')}\n${droppedLine}`;
}

interface UnpublishedOptions {
  readonly maxShrink: string;
  readonly to: Address;
  readonly schema: string;
}

export function unpublishedMessage(
  { shrunk, load }: LoadReport,
  { maxShrink, to, schema }: UnpublishedOptions,
): string {
  const schemaArgument = schema === DEFAULT_SCHEMA ? '' : ` --schema ${shellWord(schema)}`;
  return `more than ${maxShrink} of a content type or of a field is missing, so the load is kept and not published:
${shrunk.map((line) => `  ${line}\n`).join('')}Check the export and load again. If it is right, publish this load: load again with
--max-shrink 100%, or run stele rollback ${shellWord(to.url)} ${load}${schemaArgument}`;
}

const placementColumns: readonly TableColumn[] = [
  leftColumn('type'),
  leftColumn('largest table'),
  rightColumn('rows'),
  leftColumn('tables'),
  leftColumn('reason'),
];

/** @returns a table with the placement of each type, and the option that changes it */
export function formatPlacement(placements: readonly TypePlacement[], distribute: Distribute): string {
  const rows = placements.map(({ type, largestTable, placement, reason }) => [
    type,
    largestTable.name,
    formatCount(largestTable.rows),
    placement,
    reason,
  ]);
  const bound = typeof distribute === 'number' ? distribute : DEFAULT_DISTRIBUTION_BOUND;
  return `${formatTable(placementColumns, rows)}\nNothing was loaded. With Citus, --distribute <rows> sets the bound, ${formatCount(bound)}; --distribute never makes plain tables.\n`;
}
