/**
 * The output of `stele list` and `stele rollback` for a database.
 */

import { formatTable, leftColumn, rightColumn, type TableColumn } from '../../../src/cli/index.js';
import type { Rollback } from '../load/rollback.js';
import type { LoadEntry } from '../register/entries.js';

const columns: readonly TableColumn[] = [
  rightColumn('load'),
  leftColumn('begun'),
  leftColumn('schema'),
  leftColumn('space'),
  leftColumn('state'),
];

const formatStart = ({ startedMs }: LoadEntry): string => new Date(startedMs).toISOString();

function describeState({ isPublished, publishedBefore, state }: LoadEntry): string {
  if (isPublished) return 'published';
  return publishedBefore === undefined ? state : `before ${publishedBefore}`;
}

/** A load as JSON. All loads have the same members; null if unknown. */
const asJson = (entry: LoadEntry): object => ({
  load: entry.load,
  begun: formatStart(entry),
  schema: entry.schema,
  space: entry.space,
  state: entry.state,
  published: entry.isPublished,
  publishedBefore: entry.publishedBefore ?? null,
});

export const formatLoads = (entries: readonly LoadEntry[], isJson: boolean): string =>
  isJson
    ? `${JSON.stringify({ loads: entries.map(asJson) }, undefined, 2)}\n`
    : formatTable(
        columns,
        entries.map((entry) => [
          String(entry.load),
          formatStart(entry),
          entry.schema,
          entry.space,
          describeState(entry),
        ]),
      );

const NEXT_LOAD_NOTE =
  'Servers with --from answer from it within seconds. The next stele load publishes again: stop the loads until the content is correct.\n';

export function formatRollback({ load, previousLoad }: Rollback): string {
  if (load.load === previousLoad) return `Nothing has changed: load ${previousLoad} is already published\n`;
  const instead = previousLoad === undefined ? '' : `, instead of load ${previousLoad}`;
  return `Published load ${load.load}, begun ${formatStart(load)}${instead}\n${NEXT_LOAD_NOTE}`;
}
