/**
 * A replay as text: the whole, each shape, the slowest requests, and the comparison with another.
 */

import { formatBytes, formatCount, formatTable, leftColumn, rightColumn } from '../../../src/cli/index.js';
import type {
  AnsweredNow,
  Comparison,
  GateVerdict,
  Percentiles,
  Ratio,
  ReplayReport,
  ShapeReport,
} from '../replay/index.js';

const us = (value: number): string => (value < 100 ? value.toFixed(1) : formatCount(Math.round(value)));
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const shapesShown = 40;

const percentilesText = (what: string, of: Percentiles | undefined): readonly string[] =>
  of === undefined
    ? []
    : [
        `${what}, µs: p50 ${us(of.p50)}, p90 ${us(of.p90)}, p99 ${us(of.p99)}, p99.9 ${us(of.p999)}, slowest ${us(of.maximum)}\n`,
      ];

/** Microseconds throughout. */
export function replayText(report: ReplayReport): string {
  const { where, requests, distinct, seconds, errors, lateUs, cache } = report;
  const lines = [
    `${formatCount(requests)} requests, ${formatCount(distinct)} of them different, ${where}: ${seconds.toFixed(1)} s, ${formatCount(Math.round(requests / Math.max(seconds, 1e-9)))} a second, ${formatCount(errors)} errors\n`,
    ...percentilesText('all answers', report.us),
    ...percentilesText('errors', report.errorUs),
  ];
  if (lateUs !== undefined) {
    lines.push(
      `sent late, µs: p50 ${us(lateUs.p50)}, p99 ${us(lateUs.p99)}, most ${us(lateUs.maximum)}; this part of each latency is due to this process\n`,
    );
  }
  if (cache !== undefined) {
    const all = cache.hits + cache.misses;
    lines.push(`cache of the server: ${formatCount(cache.hits)} of ${formatCount(all)} answers found in it\n`);
  }
  const shown = report.shapes.slice(0, shapesShown);
  lines.push('\n', formatTable(heads, shown.map(row)));
  if (report.shapes.length > shown.length)
    lines.push(`and ${formatCount(report.shapes.length - shown.length)} more shapes; --json has all\n`);
  lines.push(
    '\nslowest\n',
    formatTable(
      [rightColumn('µs'), leftColumn('request')],
      report.slowest.map(({ target, us: took, error }) => [
        us(took),
        error === undefined ? target : `${target}: ${error}`,
      ]),
    ),
  );
  return lines.join('');
}

const heads = [
  rightColumn('requests'),
  rightColumn('time'),
  rightColumn('p50'),
  rightColumn('p90'),
  rightColumn('p99'),
  rightColumn('p99.9'),
  rightColumn('rows'),
  rightColumn('size'),
  rightColumn('repeated'),
  rightColumn('errors'),
  leftColumn('shape'),
];

const percentilesOf = ({ us: of }: ShapeReport): readonly string[] =>
  of === undefined ? ['-', '-', '-', '-'] : [of.p50, of.p90, of.p99, of.p999].map(us);

function row(shape: ShapeReport): readonly string[] {
  const failed = Object.values(shape.errors).reduce((sum, times) => sum + times, 0);
  return [
    formatCount(shape.requests),
    percent(shape.timeShare),
    ...percentilesOf(shape),
    shape.rows === undefined ? '-' : shape.rows.toFixed(1),
    shape.bytes === undefined ? '-' : formatBytes(shape.bytes),
    percent(shape.repeated / Math.max(1, shape.requests)),
    failed === 0 ? '' : formatCount(failed),
    shape.shape,
  ];
}

const ratio = ({ ratio: value, interval }: Ratio): string =>
  interval === undefined
    ? value.toFixed(2)
    : `${value.toFixed(2)} (${interval[0].toFixed(2)} to ${interval[1].toFixed(2)})`;

/** Requests that were refused are in no comparison: what they cost stands by itself. */
export const answeredNowText = ({ requests, us: { p50, p99 }, shape }: AnsweredNow): string =>
  `refused before, answered now: ${formatCount(requests)} requests, µs: p50 ${us(p50)}, p99 ${us(p99)}: ${shape}`;

export function comparisonText({ shapes, onlyBefore, onlyAfter, answeredNow }: Comparison): string {
  const rows = shapes.map(({ shape, requests, p50, p99 }) => [formatCount(requests), ratio(p50), ratio(p99), shape]);
  const only = [
    ...onlyBefore.map((shape) => `answered only before: ${shape}\n`),
    ...onlyAfter.map((shape) => `answered only now: ${shape}\n`),
    ...answeredNow.map((one) => `${answeredNowText(one)}\n`),
  ];
  const columns = [
    rightColumn('requests'),
    leftColumn('p50, now ÷ before'),
    leftColumn('p99, now ÷ before'),
    leftColumn('shape'),
  ];
  return `\n${formatTable(columns, rows)}${only.join('')}`;
}

export function verdictText(verdict: GateVerdict): string {
  const { passed, reasons, different, comparison, before } = verdict;
  const head = passed ? 'passed' : 'refused';
  const changed = `${percent(different)} of ${formatCount(before.requests)} requests are answered differently\n`;
  return `${head}: ${changed}${reasons.map((reason) => `${reason}\n`).join('')}${comparisonText(comparison)}`;
}
