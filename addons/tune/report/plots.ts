/**
 * The plots of a replay's page, as data: latencies of all answers, of each shape, time of each shape, and ratios.
 */
import type { Plot, Span } from '../plots/index.js';
import type { ComparableReport, Comparison, Percentiles, Ratio, ReplayReport } from '../replay/index.js';

/** Rows of a plot: the shapes that took the most time. */
const shapesMaximum = 20;

const tailSpan = ({ p50, p99 }: Percentiles): Span => ({ from: p50, at: p50, to: p99 });

/** Points for a logarithmic axis of percentiles: x is n if one in n requests was slower than y. */
const percentilePoints = ({ p50, p90, p99, p999 }: Percentiles): readonly (readonly [number, number])[] => [
  [2, p50],
  [10, p90],
  [100, p99],
  [1000, p999],
];

const latencyPoints = ({ us }: Pick<ComparableReport, 'us'>): readonly (readonly [number, number])[] =>
  us === undefined ? [] : percentilePoints(us);

export function buildLatencyPlot(report: ReplayReport, before: ComparableReport | undefined): Plot {
  return {
    kind: 'lines',
    title: 'Latency of all answers by percentile',
    x: { title: 'percentile', unit: 'percentile', scale: 'log' },
    y: { title: 'latency', unit: 'us', scale: 'log' },
    lines: [
      { name: 'now', points: latencyPoints(report) },
      ...(before === undefined ? [] : [{ name: 'before', points: latencyPoints(before) }]),
    ],
  };
}

export function buildShapesPlot(report: ReplayReport, before: ComparableReport | undefined): Plot {
  const latenciesBefore = new Map(before?.shapes.map(({ shape, us }) => [shape, us]));
  const answered = report.shapes.flatMap(({ shape, us }) => (us === undefined ? [] : { shape, us }));
  return {
    kind: 'spans',
    title: 'Latency of each shape, from the median to the 99th percentile',
    value: { title: 'latency', unit: 'us', scale: 'log' },
    series: before === undefined ? ['now'] : ['now', 'before'],
    rows: answered.slice(0, shapesMaximum).map(({ shape, us }) => {
      const shapeBefore = latenciesBefore.get(shape);
      const spans = [tailSpan(us), ...(shapeBefore === undefined ? [] : [tailSpan(shapeBefore)])];
      return { name: shape, spans };
    }),
  };
}

export const buildSharePlot = (report: ReplayReport): Plot => ({
  kind: 'bars',
  title: 'Share of the time by shape',
  value: { title: 'share of the time of all answers', unit: 'share', scale: 'linear' },
  stacked: false,
  rows: report.shapes.slice(0, shapesMaximum).map(({ shape }) => shape),
  series: [
    { name: 'share of the time', values: report.shapes.slice(0, shapesMaximum).map(({ timeShare }) => timeShare) },
  ],
});

/** The ratio of each shape. Shapes with too few requests for a confidence interval are left out. */
export function buildRatioPlot({ shapes }: Comparison): Plot {
  const rows = shapes.flatMap(({ shape, p50, p99 }) => {
    const spans = [p50, p99].map(ratioSpan);
    return spans.some((span) => span !== undefined) ? [{ name: shape, spans }] : [];
  });
  return {
    kind: 'spans',
    title: 'Latency now ÷ before, with 95 % confidence interval: right of the line is slower',
    value: { title: 'now ÷ before, shapes with at least 1,000 requests', unit: 'ratio', scale: 'log' },
    mark: 1,
    series: ['p50', 'p99'],
    rows: rows.slice(0, shapesMaximum),
  };
}

const ratioSpan = ({ ratio, interval }: Ratio): Span | undefined =>
  interval === undefined ? undefined : { from: interval[0], at: ratio, to: interval[1] };
