/**
 * The report of a replay as one HTML file with plots and tables. The file loads nothing and has no scripts.
 *
 * Elsewhere: the content of the plots (plots), drawing them (plots room).
 */
import { escapeUTF8 } from 'entities';
import { drawPlot, type Plot, THEMES } from '../plots/index.js';
import type { ComparableReport, Comparison, ReplayReport, ShapeReport } from '../replay/index.js';
import { buildLatencyPlot, buildRatioPlot, buildShapesPlot, buildSharePlot } from './plots.js';
import { style } from './style.js';

/** An earlier replay, and the comparison with it. */
export interface Earlier {
  readonly report: ComparableReport;
  readonly comparison: Comparison;
}

/** @returns the text of the HTML file */
export function replayPage(report: ReplayReport, earlier: Earlier | undefined): string {
  const plots = [
    buildLatencyPlot(report, earlier?.report),
    buildShapesPlot(report, earlier?.report),
    buildSharePlot(report),
    ...(earlier === undefined ? [] : [buildRatioPlot(earlier.comparison)]),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Replay of ${escapeUTF8(report.where)}</title>
<style>${style}</style>
</head>
<body>
<h1>Replay: ${escapeUTF8(report.where)}</h1>
<dl>${listFacts(report)
    .map(([name, value]) => `<div><dt>${escapeUTF8(name)}</dt><dd>${escapeUTF8(value)}</dd></div>`)
    .join('')}</dl>
${plots.map(drawFigure).join('\n')}
<h2>Shapes</h2>
<div class="wide"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${report.shapes.map(formatShapeRow).join('\n')}
</tbody></table></div>
<h2>Slowest requests</h2>
<div class="wide"><table>
<thead><tr><th scope="col">µs</th><th scope="col">request</th></tr></thead>
<tbody>
${report.slowest.map(({ us, target }) => `<tr><td>${formatFigure(us)}</td><th scope="row"><code>${escapeUTF8(target)}</code></th></tr>`).join('\n')}
</tbody></table></div>
</body>
</html>
`;
}

function listFacts({
  snapshot,
  requests,
  distinct,
  seconds,
  errors,
  us,
  errorUs,
  lateUs,
  cache,
}: ReplayReport): [string, string][] {
  return [
    ...(snapshot === undefined ? [] : [['snapshot', snapshot] satisfies [string, string]]),
    ['requests', formatFigure(requests)],
    ['distinct', formatFigure(distinct)],
    ['seconds', seconds.toFixed(1)],
    ['errors', formatFigure(errors)],
    ...(us === undefined
      ? []
      : ([
          ['p50', `${formatFigure(us.p50)} µs`],
          ['p99', `${formatFigure(us.p99)} µs`],
          ['slowest', `${formatFigure(us.maximum)} µs`],
        ] satisfies [string, string][])),
    ...(errorUs === undefined ? [] : [['errors, p50', `${formatFigure(errorUs.p50)} µs`] satisfies [string, string]]),
    ...(lateUs === undefined ? [] : [['sent late, p99', `${formatFigure(lateUs.p99)} µs`] satisfies [string, string]]),
    ...(cache === undefined
      ? []
      : [
          [
            'answered from the cache',
            `${formatFigure(cache.hits)} of ${formatFigure(cache.hits + cache.misses)}`,
          ] satisfies [string, string],
        ]),
  ];
}

/** Draws a plot in both themes; the style sheet shows the one that fits the page. */
function drawFigure(plot: Plot, plotIndex: number): string {
  const drawings = THEMES.map(
    (theme) => `<div class="${theme}">${drawPlot(plot, theme, `plot-${plotIndex}-${theme}`)}</div>`,
  );
  return `<figure>${drawings.join('')}</figure>`;
}

const heads = ['requests', 'time', 'p50 µs', 'p90', 'p99', 'p99.9', 'slowest', 'errors', 'shape', 'answered by'];

function formatShapeRow({ requests, timeShare, us, errors, shape, structures }: ShapeReport): string {
  const errorTexts = Object.entries(errors).map(([code, times]) => `${formatFigure(times)} ${code}`);
  const cells = [
    formatFigure(requests),
    `${(timeShare * 100).toFixed(1)} %`,
    ...(us === undefined
      ? Array<string>(5).fill('-')
      : [us.p50, us.p90, us.p99, us.p999, us.maximum].map(formatFigure)),
    errorTexts.join(', '),
  ];
  return `<tr>${cells.map((cell) => `<td>${escapeUTF8(cell)}</td>`).join('')}<th scope="row"><code>${escapeUTF8(shape)}</code></th><td>${escapeUTF8(structures.join(', '))}</td></tr>`;
}

const formatFigure = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
