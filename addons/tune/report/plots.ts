/**
 * What the pictures of a replay show.
 */
import type { Plot, Span } from '../plots/index.js';
import type { ComparableReport, Comparison, Percentiles, Ratio, ReplayReport } from '../replay/index.js';

/** Shapes that a plot has rows for: those that took the most time. */
const shapesShown = 20;

const tail = ({ p50, p99 }: Percentiles): Span => ({ from: p50, at: p50, to: p99 });

/** Percentiles of a logarithmic axis, on which each nine is as wide as the one before. */
const nines = ({ p50, p90, p99, p999 }: Percentiles): readonly (readonly [number, number])[] => [
  [2, p50],
  [10, p90],
  [100, p99],
  [1000, p999],
];

const pointsOf = ({ us }: Pick<ComparableReport, 'us'>): readonly (readonly [number, number])[] =>
  us === undefined ? [] : nines(us);

export function latencyPlot(report: ReplayReport, before: ComparableReport | undefined): Plot {
  return {
    kind: 'lines',
    title: 'How long the slowest take: all answers by percentile',
    x: { title: 'percentile', unit: 'percentile', scale: 'log' },
    y: { title: 'latency', unit: 'us', scale: 'log' },
    lines: [
      { name: 'now', points: pointsOf(report) },
      ...(before === undefined ? [] : [{ name: 'before', points: pointsOf(before) }]),
    ],
  };
}

export function shapesPlot(report: ReplayReport, before: ComparableReport | undefined): Plot {
  const old = new Map(before?.shapes.map(({ shape, us }) => [shape, us]));
  const answered = report.shapes.flatMap(({ shape, us }) => (us === undefined ? [] : { shape, us }));
  return {
    kind: 'spans',
    title: 'Latency of each shape, from the median to the 99th percentile',
    value: { title: 'latency', unit: 'us', scale: 'log' },
    series: before === undefined ? ['now'] : ['now', 'before'],
    rows: answered.slice(0, shapesShown).map(({ shape, us }) => {
      const earlier = old.get(shape);
      const spans = [tail(us), ...(earlier === undefined ? [] : [tail(earlier)])];
      return { name: shape, spans };
    }),
  };
}

export const sharePlot = (report: ReplayReport): Plot => ({
  kind: 'bars',
  title: 'Where the time goes: share of each shape',
  value: { title: 'of the time of all answers', unit: 'share', scale: 'linear' },
  stacked: false,
  rows: report.shapes.slice(0, shapesShown).map(({ shape }) => shape),
  series: [
    { name: 'share of the time', values: report.shapes.slice(0, shapesShown).map(({ timeShare }) => timeShare) },
  ],
});

/** Shapes asked too seldom to tell are left out: a ratio without its interval would say what it does not know. */
export function ratioPlot({ shapes }: Comparison): Plot {
  const rows = shapes.flatMap(({ shape, p50, p99 }) => {
    const spans = [p50, p99].map(spanOf);
    return spans.some((span) => span !== undefined) ? [{ name: shape, spans }] : [];
  });
  return {
    kind: 'spans',
    title: 'Now ÷ before, with the interval of 95 %: right of the line is slower',
    value: { title: 'now ÷ before, shapes of 1,000 requests and more', unit: 'ratio', scale: 'log' },
    mark: 1,
    series: ['p50', 'p99'],
    rows: rows.slice(0, shapesShown),
  };
}

const spanOf = ({ ratio, interval }: Ratio): Span | undefined =>
  interval === undefined ? undefined : { from: interval[0], at: ratio, to: interval[1] };
