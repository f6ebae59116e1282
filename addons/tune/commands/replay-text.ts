/**
 * A replay as text for the terminal: totals, a table of shapes, the slowest requests, and the comparison with an
 * earlier replay. Times are in microseconds.
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

const formatMicroseconds = (value: number): string => (value < 100 ? value.toFixed(1) : formatCount(Math.round(value)));
const formatPercent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const shapesMaximum = 40;

const formatPercentiles = (title: string, latencies: Percentiles | undefined): readonly string[] =>
  latencies === undefined
    ? []
    : [
        `${title}, µs: p50 ${formatMicroseconds(latencies.p50)}, p90 ${formatMicroseconds(latencies.p90)}, p99 ${formatMicroseconds(latencies.p99)}, p99.9 ${formatMicroseconds(latencies.p999)}, slowest ${formatMicroseconds(latencies.maximum)}\n`,
      ];

export function formatReplay(report: ReplayReport): string {
  const { where, requests, distinct, seconds, errors, lateUs, cache } = report;
  const perSecond = Math.round(requests / Math.max(seconds, 1e-9));
  const lines = [
    `${formatCount(requests)} requests, ${formatCount(distinct)} of them distinct, ${where}: ${seconds.toFixed(1)} s, ${formatCount(perSecond)} a second, ${formatCount(errors)} errors\n`,
    ...formatPercentiles('all answers', report.us),
    ...formatPercentiles('errors', report.errorUs),
  ];
  if (lateUs !== undefined) {
    lines.push(
      `sent late, µs: p50 ${formatMicroseconds(lateUs.p50)}, p99 ${formatMicroseconds(lateUs.p99)}, maximum ${formatMicroseconds(lateUs.maximum)}; this process caused this part of each latency\n`,
    );
  }
  if (cache !== undefined) {
    const lookups = cache.hits + cache.misses;
    lines.push(`cache of the server: ${formatCount(cache.hits)} of ${formatCount(lookups)} answers came from it\n`);
  }
  const listedShapes = report.shapes.slice(0, shapesMaximum);
  lines.push('\n', formatTable(heads, listedShapes.map(formatShapeRow)));
  if (report.shapes.length > listedShapes.length)
    lines.push(`and ${formatCount(report.shapes.length - listedShapes.length)} more shapes; --json has all\n`);
  lines.push(
    '\nslowest\n',
    formatTable(
      [rightColumn('µs'), leftColumn('request')],
      report.slowest.map(({ target, us: latencyUs, error }) => [
        formatMicroseconds(latencyUs),
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

const formatShapePercentiles = ({ us: latencies }: ShapeReport): readonly string[] =>
  latencies === undefined
    ? ['-', '-', '-', '-']
    : [latencies.p50, latencies.p90, latencies.p99, latencies.p999].map(formatMicroseconds);

function formatShapeRow(shape: ShapeReport): readonly string[] {
  const failed = Object.values(shape.errors).reduce((sum, times) => sum + times, 0);
  return [
    formatCount(shape.requests),
    formatPercent(shape.timeShare),
    ...formatShapePercentiles(shape),
    shape.rows === undefined ? '-' : shape.rows.toFixed(1),
    shape.bytes === undefined ? '-' : formatBytes(shape.bytes),
    formatPercent(shape.repeated / Math.max(1, shape.requests)),
    failed === 0 ? '' : formatCount(failed),
    shape.shape,
  ];
}

const formatRatio = ({ ratio: value, interval }: Ratio): string =>
  interval === undefined
    ? value.toFixed(2)
    : `${value.toFixed(2)} (${interval[0].toFixed(2)} to ${interval[1].toFixed(2)})`;

/** A line for requests that were refused before: their latency has nothing to be compared with. */
export const formatAnsweredNow = ({ requests, us: { p50, p99 }, shape }: AnsweredNow): string =>
  `refused before, answered now: ${formatCount(requests)} requests, µs: p50 ${formatMicroseconds(p50)}, p99 ${formatMicroseconds(p99)}: ${shape}`;

export function formatComparison({ shapes, onlyBefore, onlyAfter, answeredNow }: Comparison): string {
  const rows = shapes.map(({ shape, requests, p50, p99 }) => [
    formatCount(requests),
    formatRatio(p50),
    formatRatio(p99),
    shape,
  ]);
  const onlyTexts = [
    ...onlyBefore.map((shape) => `answered only before: ${shape}\n`),
    ...onlyAfter.map((shape) => `answered only now: ${shape}\n`),
    ...answeredNow.map((one) => `${formatAnsweredNow(one)}\n`),
  ];
  const columns = [
    rightColumn('requests'),
    leftColumn('p50, now ÷ before'),
    leftColumn('p99, now ÷ before'),
    leftColumn('shape'),
  ];
  return `\n${formatTable(columns, rows)}${onlyTexts.join('')}`;
}

/** @returns a line such as `12.50 % of the items in both answers have other content` */
export const formatContentChange = ({ rewritten }: Pick<GateVerdict, 'rewritten'>): string =>
  `${formatPercent(rewritten)} of the items in both answers have other content`;

export function formatVerdict(verdict: GateVerdict): string {
  const { passed, reasons, different, comparison, before } = verdict;
  const head = passed ? 'passed' : 'refused';
  const changed = `${formatPercent(different)} of ${formatCount(before.requests)} requests are answered differently\n`;
  const content = `${formatContentChange(verdict)}\n`;
  return `${head}: ${changed}${content}${reasons.map((reason) => `${reason}\n`).join('')}${formatComparison(comparison)}`;
}
