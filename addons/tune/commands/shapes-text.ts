/**
 * What a traffic file holds, as text.
 */

import { formatCount, formatTable, leftColumn, rightColumn } from '../../../src/cli/index.js';
import { shapeName, type Traffic } from '../traffic/index.js';

const shownMaximum = 40;

export function shapesText(traffic: Traffic): string {
  const { requests, distinct, templates, atMs, startMs, values } = traffic;
  const names = templates.map(shapeName);
  const shapes = new Map<string, { requests: number; different: number }>();
  const entry = (place: number): { requests: number; different: number } => {
    const name = names[distinct[place]?.template ?? 0] ?? '';
    const known = shapes.get(name) ?? { requests: 0, different: 0 };
    shapes.set(name, known);
    return known;
  };
  for (const place of distinct.keys()) entry(place).different += 1;
  for (const place of requests) entry(place).requests += 1;
  const inOrder = [...shapes].sort((a, b) => b[1].requests - a[1].requests || (a[0] < b[0] ? -1 : 1));
  const rows = inOrder
    .slice(0, shownMaximum)
    .map(([name, { requests: times, different }]) => [formatCount(times), formatCount(different), name]);
  const seconds = (atMs.at(-1) ?? 0) / 1000;
  const length = `${formatCount(Math.round(seconds))} seconds`;
  // 0 is the time of what was made up.
  const since = startMs === 0 ? 'made up' : new Date(startMs ?? 0).toISOString();
  const when = startMs === undefined ? 'no times' : `${since}, ${length}`;
  const more = inOrder.length > shownMaximum ? `and ${formatCount(inOrder.length - shownMaximum)} more shapes\n` : '';
  const heads = [rightColumn('requests'), rightColumn('different'), leftColumn('shape')] as const;
  return `${formatCount(requests.length)} requests, values ${values}, ${when}\n${formatTable(heads, rows)}${more}`;
}
