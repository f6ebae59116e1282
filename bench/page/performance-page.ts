/**
 * `docs/performance.md`, made from the recorded results of all benchmarks and nothing else.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawPlot, THEMES } from '../../src/plots/index.js';
import { engineSections } from '../engine/section.js';
import { REPORT_FILE, RESULTS_FOLDER } from '../harness/root.js';
import { httpSections } from '../http/section.js';
import { searchSections } from '../search/section.js';
import { type Picture, picturesOf } from './plots.js';
import { type Recorded, readRecorded } from './recorded.js';

const INTRODUCTION = `# Performance

\`npm run bench:engine -- --report\` makes this page and its pictures from \`bench/results\`, and a test fails if they say
anything else.
[bench/README.md](../bench/README.md) describes what is measured and how.
`;

export function performancePage(recorded: Recorded): string {
  const { engine, http, search, relevance } = recorded;
  const pictures = picturesOf(recorded);
  return [
    INTRODUCTION,
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

/** @returns text of each file that the page shows, by its path from the page */
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
  mkdirSync(join(page, FOLDER), { recursive: true });
  for (const [path, text] of pictureFiles(recorded)) writeFileSync(join(page, path), text);
  return REPORT_FILE;
}
