/**
 * Writes `docs/performance.md` and the tables in `docs/results` from the recorded results of all benchmarks.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawPlot, THEMES } from '../../addons/tune/plots/index.js';
import { engineSections, engineTables } from '../engine/report.js';
import { REPORT_FILE, RESULTS_FOLDER } from '../harness/root.js';
import { httpSections, httpTables } from '../http/report.js';
import { searchSections, searchTables } from '../search/section.js';
import { type Picture, picturesOf, type Recorded, readRecorded } from './plots.js';
import { summarySections } from './summary.js';

const INTRODUCTION = `# Performance

This page shows how fast stele is, how much memory it needs, and which of its targets it misses. Read it to judge whether
stele is fast enough for you. [Limits and costs](limits.md#time) has the most important figures, and [stele and
alternatives](compare.md) compares them with other tools.
`;

const TERMS = `## Terms

These terms occur on this page and in the tables behind it:

- A *class* is a kind of query, such as *equality on a unique text*. *Adversarial* classes are made to be slow.
- *p50* is the median: half of the answers take at most this time. *p99* is the time within which 99 % are answered.
- *Hot* requests are answered from the cache, *cold* ones are new to the server.
- *kept* and *missed* compare a measurement with its target. All targets were set in advance. A row with \`–\` has no target.
- *÷* means divided by, and *×* is a multiple. Times are in seconds (s), thousandths (ms) and millionths (µs) of a second.

To measure on your own machine, run \`npm run bench:engine\`; \`bench/README.md\` in the repository describes all
measurements. \`npm run bench:engine -- --report\` writes this page, its pictures and the tables behind it from
\`bench/results\`, and a test fails if they differ.
`;

export function performancePage(recorded: Recorded): string {
  const { engine, http, search, relevance } = recorded;
  const pictures = picturesOf(recorded);
  return [
    INTRODUCTION,
    ...summarySections(recorded),
    TERMS,
    ...(pictures.length === 0 ? [] : [`## Pictures\n\n${pictures.map(pictureText).join('\n')}`]),
    ...engineSections(engine),
    ...httpSections(http),
    ...searchSections(search, relevance),
  ].join('\n');
}

const FOLDER = 'images/plots';

const pictureText = ({ name, caption, plot }: Picture): string => `<picture>
  <source media="(prefers-color-scheme: dark)" srcset="${FOLDER}/${name}-dark.svg">
  <img src="${FOLDER}/${name}-light.svg" alt="${plot.title}">
</picture>

${caption}
`;

/** @returns text of the pages of tables, by their path from the page */
export const resultsPages = ({ engine, http, search, relevance, known }: Recorded): ReadonlyMap<string, string> =>
  new Map([
    ['results/engine.md', resultsPage('The engine: every class', engineTables(engine))],
    ['results/http.md', resultsPage('Over HTTP: every load', httpTables(http))],
    ['results/search.md', resultsPage('Search: every engine', searchTables(search, relevance, known))],
  ]);

const PURPOSE =
  'This page has the recorded measurements behind [performance](../performance.md), which explains their terms.';

const resultsPage = (title: string, sections: readonly string[]): string =>
  [`# ${title}\n\n${PURPOSE}\n`, ...sections].join('\n');

/** @returns text of each picture that the page shows, by its path from the page */
export const pictureFiles = (recorded: Recorded): ReadonlyMap<string, string> =>
  new Map(
    picturesOf(recorded).flatMap(({ name, plot }) =>
      THEMES.map((theme): [string, string] => [
        `${FOLDER}/${name}-${theme}.svg`,
        `${drawPlot(plot, theme, `${name}-${theme}`)}\n`,
      ]),
    ),
  );

/** Writes the page and its pictures from the recorded results. @returns its path */
export function writePerformancePage(): string {
  const recorded = readRecorded(RESULTS_FOLDER);
  writeFileSync(REPORT_FILE, performancePage(recorded));
  const page = dirname(REPORT_FILE);
  for (const [path, text] of [...resultsPages(recorded), ...pictureFiles(recorded)]) {
    mkdirSync(dirname(join(page, path)), { recursive: true });
    writeFileSync(join(page, path), text);
  }
  return REPORT_FILE;
}
