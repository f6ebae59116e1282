/**
 * The shapes of a traffic file as text: a table with the number of requests of each shape, the most frequent first.
 */

import { formatCount, formatTable, leftColumn, rightColumn } from '../../../src/cli/index.js';
import { shapeName, type Traffic } from '../traffic/index.js';

const shapesMaximum = 40;

/** @returns a line about the traffic, and the table of shapes */
export function formatShapes(traffic: Traffic): string {
  const { requests, distinct, templates, atMs, startMs, values } = traffic;
  const names = templates.map(shapeName);
  const shapes = new Map<string, { requests: number; different: number }>();
  const findOrAddShape = (distinctIndex: number): { requests: number; different: number } => {
    const name = names[distinct[distinctIndex]?.template ?? 0] ?? '';
    const shapeCounts = shapes.get(name) ?? { requests: 0, different: 0 };
    shapes.set(name, shapeCounts);
    return shapeCounts;
  };
  for (const distinctIndex of distinct.keys()) findOrAddShape(distinctIndex).different += 1;
  for (const distinctIndex of requests) findOrAddShape(distinctIndex).requests += 1;
  const inOrder = [...shapes].sort((a, b) => b[1].requests - a[1].requests || (a[0] < b[0] ? -1 : 1));
  const rows = inOrder
    .slice(0, shapesMaximum)
    .map(([name, { requests: times, different }]) => [formatCount(times), formatCount(different), name]);
  const seconds = (atMs.at(-1) ?? 0) / 1000;
  const length = `${formatCount(Math.round(seconds))} seconds`;
  // Generated traffic starts at 0.
  const since = startMs === 0 ? 'generated' : new Date(startMs ?? 0).toISOString();
  const when = startMs === undefined ? 'no times' : `${since}, ${length}`;
  const moreText =
    inOrder.length > shapesMaximum ? `and ${formatCount(inOrder.length - shapesMaximum)} more shapes\n` : '';
  const heads = [rightColumn('requests'), rightColumn('distinct'), leftColumn('shape')] as const;
  return `${formatCount(requests.length)} requests, values ${values}, ${when}\n${formatTable(heads, rows)}${moreText}`;
}
