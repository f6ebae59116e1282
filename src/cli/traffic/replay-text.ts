/**
 * A replay as text: the whole, each shape, the slowest requests, and the comparison with another.
 */
import type { Comparison, GateVerdict, Ratio, ReplayReport, ShapeReport } from '../../tune/replay/index.js';
import { bytes, count, left, right, table } from '../table.js';

const us = (value: number): string => (value < 100 ? value.toFixed(1) : count(Math.round(value)));
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const shapesShown = 40;

/** Microseconds throughout. */
export function replayText(report: ReplayReport): string {
  const { where, requests, distinct, seconds, errors, lateUs, cache } = report;
  const lines = [
    `${count(requests)} requests, ${count(distinct)} of them different, ${where}: ${seconds.toFixed(1)} s, ${count(Math.round(requests / Math.max(seconds, 1e-9)))} a second, ${count(errors)} errors\n`,
    `all, µs: p50 ${us(report.us.p50)}, p90 ${us(report.us.p90)}, p99 ${us(report.us.p99)}, p99.9 ${us(report.us.p999)}, slowest ${us(report.us.maximum)}\n`,
  ];
  if (lateUs !== undefined) {
    lines.push(
      `sent late, µs: p50 ${us(lateUs.p50)}, p99 ${us(lateUs.p99)}, most ${us(lateUs.maximum)}; this part of each latency is due to this process\n`,
    );
  }
  if (cache !== undefined) {
    const all = cache.hits + cache.misses;
    lines.push(`cache of the server: ${count(cache.hits)} of ${count(all)} answers found in it\n`);
  }
  const shown = report.shapes.slice(0, shapesShown);
  lines.push('\n', table(heads, shown.map(row)));
  if (report.shapes.length > shown.length)
    lines.push(`and ${count(report.shapes.length - shown.length)} more shapes; --json has all\n`);
  lines.push(
    '\nslowest\n',
    table(
      [right('µs'), left('request')],
      report.slowest.map(({ target, us: took }) => [us(took), target]),
    ),
  );
  return lines.join('');
}

const heads = [
  right('requests'),
  right('time'),
  right('p50'),
  right('p90'),
  right('p99'),
  right('p99.9'),
  right('rows'),
  right('size'),
  right('repeated'),
  right('errors'),
  left('shape'),
];

function row(shape: ShapeReport): readonly string[] {
  const failed = Object.values(shape.errors).reduce((sum, times) => sum + times, 0);
  return [
    count(shape.requests),
    percent(shape.timeShare),
    us(shape.us.p50),
    us(shape.us.p90),
    us(shape.us.p99),
    us(shape.us.p999),
    shape.rows === undefined ? '-' : shape.rows.toFixed(1),
    shape.bytes === undefined ? '-' : bytes(shape.bytes),
    percent(shape.repeated / Math.max(1, shape.requests)),
    failed === 0 ? '' : count(failed),
    shape.shape,
  ];
}

const ratio = ({ ratio: value, interval }: Ratio): string =>
  interval === undefined
    ? value.toFixed(2)
    : `${value.toFixed(2)} (${interval[0].toFixed(2)} to ${interval[1].toFixed(2)})`;

export function comparisonText({ shapes, onlyBefore, onlyAfter }: Comparison): string {
  const rows = shapes.map(({ shape, requests, p50, p99 }) => [count(requests), ratio(p50), ratio(p99), shape]);
  const only = [
    ...onlyBefore.map((shape) => `only before: ${shape}\n`),
    ...onlyAfter.map((shape) => `only now: ${shape}\n`),
  ];
  const columns = [right('requests'), left('p50, now ÷ before'), left('p99, now ÷ before'), left('shape')];
  return `\n${table(columns, rows)}${only.join('')}`;
}

export function verdictText(verdict: GateVerdict): string {
  const { passed, reasons, different, comparison, before } = verdict;
  const head = passed ? 'passed' : 'refused';
  const changed = `${percent(different)} of ${count(before.requests)} requests are answered differently\n`;
  return `${head}: ${changed}${reasons.map((reason) => `${reason}\n`).join('')}${comparisonText(comparison)}`;
}
