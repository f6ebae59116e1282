/**
 * A replay as one HTML file that needs no other: pictures, and the figures they are made of.
 */
import { escapeUTF8 } from 'entities';
import { drawPlot, type Plot, THEMES } from '../plots/index.js';
import type { ComparableReport, Comparison, ReplayReport, ShapeReport } from '../replay/index.js';
import { latencyPlot, ratioPlot, shapesPlot, sharePlot } from './plots.js';
import { style } from './style.js';

/** What a replay is set beside. */
export interface Earlier {
  readonly report: ComparableReport;
  readonly comparison: Comparison;
}

/** @returns the file's text. Nothing of it is fetched, nothing of it is a script. */
export function replayPage(report: ReplayReport, earlier: Earlier | undefined): string {
  const plots = [
    latencyPlot(report, earlier?.report),
    shapesPlot(report, earlier?.report),
    sharePlot(report),
    ...(earlier === undefined ? [] : [ratioPlot(earlier.comparison)]),
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
<dl>${facts(report)
    .map(([name, value]) => `<div><dt>${escapeUTF8(name)}</dt><dd>${escapeUTF8(value)}</dd></div>`)
    .join('')}</dl>
${plots.map(figure).join('\n')}
<h2>Shapes</h2>
<div class="wide"><table>
<thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>
${report.shapes.map(row).join('\n')}
</tbody></table></div>
<h2>Slowest requests</h2>
<div class="wide"><table>
<thead><tr><th scope="col">µs</th><th scope="col">request</th></tr></thead>
<tbody>
${report.slowest.map(({ us, target }) => `<tr><td>${figureOf(us)}</td><th scope="row"><code>${escapeUTF8(target)}</code></th></tr>`).join('\n')}
</tbody></table></div>
</body>
</html>
`;
}

function facts({
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
    ['requests', figureOf(requests)],
    ['different', figureOf(distinct)],
    ['seconds', seconds.toFixed(1)],
    ['errors', figureOf(errors)],
    ...(us === undefined
      ? []
      : ([
          ['p50', `${figureOf(us.p50)} µs`],
          ['p99', `${figureOf(us.p99)} µs`],
          ['slowest', `${figureOf(us.maximum)} µs`],
        ] satisfies [string, string][])),
    ...(errorUs === undefined ? [] : [['errors, p50', `${figureOf(errorUs.p50)} µs`] satisfies [string, string]]),
    ...(lateUs === undefined ? [] : [['sent late, p99', `${figureOf(lateUs.p99)} µs`] satisfies [string, string]]),
    ...(cache === undefined
      ? []
      : [
          ['found in the cache', `${figureOf(cache.hits)} of ${figureOf(cache.hits + cache.misses)}`] satisfies [
            string,
            string,
          ],
        ]),
  ];
}

/** Drawn for both kinds of page; the style shows one of them. */
function figure(plot: Plot, place: number): string {
  const drawn = THEMES.map((theme) => `<div class="${theme}">${drawPlot(plot, theme, `plot-${place}-${theme}`)}</div>`);
  return `<figure>${drawn.join('')}</figure>`;
}

const heads = ['requests', 'time', 'p50 µs', 'p90', 'p99', 'p99.9', 'slowest', 'errors', 'shape', 'answered by'];

function row({ requests, timeShare, us, errors, shape, structures }: ShapeReport): string {
  const failed = Object.entries(errors).map(([code, times]) => `${figureOf(times)} ${code}`);
  const cells = [
    figureOf(requests),
    `${(timeShare * 100).toFixed(1)} %`,
    ...(us === undefined ? Array<string>(5).fill('-') : [us.p50, us.p90, us.p99, us.p999, us.maximum].map(figureOf)),
    failed.join(', '),
  ];
  return `<tr>${cells.map((cell) => `<td>${escapeUTF8(cell)}</td>`).join('')}<th scope="row"><code>${escapeUTF8(shape)}</code></th><td>${escapeUTF8(structures.join(', '))}</td></tr>`;
}

const figureOf = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
