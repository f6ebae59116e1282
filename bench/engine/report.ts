/**
 * The report of an engine run: the same rows for the terminal, for `docs/performance.md`, and for its page of tables.
 */

import { environmentLine } from '../harness/results/results-files.js';
import {
  count,
  duration,
  markdownTable,
  megabytes,
  right,
  type Table,
  times,
  verdictSection,
} from '../harness/results/tables.js';
import { type ClassResult, type Results, ratioOf } from './results.js';
import { meanRatio, misses, verdicts } from './targets.js';

export function classTable(classes: readonly ClassResult[]): Table {
  return {
    columns: [
      { title: 'class' },
      right('stele p50'),
      right('p99'),
      right('SQLite p50'),
      right('p99'),
      right('ratio'),
      right('scan p50'),
      right('compared'),
      { title: 'missed' },
    ],
    rows: classes.map((result) => {
      const { stele, sqlite, scan, compared } = result;
      const ratio = ratioOf(result);
      const by = sqlite === undefined ? compared.scan : compared.sqlite;
      return [
        result.name,
        duration(stele.p50Us),
        duration(stele.p99Us),
        sqlite === undefined ? '–' : duration(sqlite.p50Us),
        sqlite === undefined ? '–' : duration(sqlite.p99Us),
        ratio === undefined ? '–' : times(ratio),
        scan === undefined ? '–' : duration(scan.p50Us),
        by === result.questions ? `all ${by}` : `${by} of ${result.questions}`,
        misses(result).join(', '),
      ];
    }),
  };
}

export const partTable = ({ parts }: Results): Table => ({
  columns: [{ title: 'part of a request of the mix' }, right('p50'), right('p99')],
  rows: parts.map(({ name, timing }) => [name, duration(timing.p50Us), duration(timing.p99Us)]),
});

export function footprintTable({ footprint, sqliteVersion }: Results): Table {
  const { databaseBytes, objects } = footprint;
  return {
    columns: [{ title: 'what' }, right('measured')],
    rows: [
      ['export', megabytes(footprint.exportBytes)],
      [
        'snapshot',
        `${megabytes(footprint.snapshotBytes)}, ${times(footprint.snapshotBytes / footprint.exportBytes)} the export`,
      ],
      ...(databaseBytes === undefined
        ? []
        : [
            [
              `SQLite ${sqliteVersion ?? ''} database with its indexes`,
              `${megabytes(databaseBytes)}, ${times(databaseBytes / footprint.exportBytes)} the export`,
            ],
          ]),
      ['reading the snapshot’s files into memory', duration(footprint.readMs * 1000)],
      [
        'opening it, every checksum verified',
        `${duration(footprint.openMs * 1000)}, ${times(footprint.openMs / footprint.readMs)} reading`,
      ],
      [
        'memory of the process after opening',
        `${megabytes(footprint.residentBytes)}, ${times(footprint.residentBytes / footprint.snapshotBytes)} the snapshot`,
      ],
      ...(objects === undefined
        ? []
        : [
            [
              'objects made by opening',
              `${count(objects.all)}, ${count(objects.ofSections)} of them for ${objects.sections} sections`,
            ],
          ]),
    ],
  };
}

/** Stele's median by number of items, for every class. @param all the fewest items first */
function growthTable(all: readonly Results[]): Table {
  const names = all.at(-1)?.classes.map(({ name }) => name) ?? [];
  return {
    columns: [{ title: 'class, stele p50' }, ...all.map(({ items }) => right(`${count(items)} items`))],
    rows: names.map((name) => [
      name,
      ...all.map(({ classes }) => {
        const found = classes.find((result) => result.name === name);
        return found === undefined ? '–' : duration(found.stele.p50Us);
      }),
    ]),
  };
}

/** @returns one sentence on the ratios of all classes but the adversarial ones */
export function summary(classes: readonly ClassResult[]): string {
  const mean = meanRatio(classes);
  const ordinary = classes.filter(({ adversarial }) => !adversarial).length;
  if (ordinary === 0) return 'Adversarial classes alone have no mean.';
  return mean === undefined
    ? 'SQLite did not take part, so there are no ratios.'
    : `Geometric mean of the ratios of the ${ordinary} classes that are not adversarial: ${times(mean)}.`;
}

const INTRODUCTION = `The tables compare stele with SQLite, and with a plain scan of all items. Each class has at least 200 different queries.
The time begins with the checked query, and ends with the bytes of the document: 20 items and the exact total. The answers
counted under *compared* were compared byte for byte before anything was timed. *Ratio* is SQLite's median divided by
stele's.
`;

const NOTHING = 'No results have been recorded yet. `npm run bench:engine -- --items 10000` records some.\n';

/** @param all the fewest items first; @returns the targets, as Markdown sections, each ending in a line feed */
export function engineSections(all: readonly Results[]): string[] {
  const largest = all.at(-1);
  if (largest === undefined) return ['## The engine\n', NOTHING];
  return [
    `## The engine

The engine finds items and writes their document, without HTTP. The targets are for 1,000,000 items, and were measured
at ${count(largest.items)}. [The tables](results/engine.md) show every class at each size.

${verdictSection(verdicts(largest, all))}`,
  ];
}

/** @param all the fewest items first; @returns every table, as Markdown sections, each ending in a line feed */
export const engineTables = (all: readonly Results[]): string[] => [
  INTRODUCTION,
  ...(all.length === 0 ? [NOTHING] : all.toReversed().map(sizeSection)),
  ...(all.length < 2 ? [] : [`## How time grows\n\n${markdownTable(growthTable(all))}`]),
];

const linkedSection = ({ linked }: Results): string =>
  linked === undefined
    ? ''
    : `### Linked content

A second space has as many books, and a fifth as many authors, who have their books as an [inverse](../content.md#inverse-relationships).
It measures inverses, numbers of links, accents and locales. SQLite has the rows of the inverse, the folded texts and the
locales in columns and tables with indexes.

${markdownTable(classTable(linked))}
`;

function sizeSection(results: Results): string {
  const { environment, items, seed, budgetMs, sqliteVersion } = results;
  const more = `SQLite ${sqliteVersion ?? 'not installed'}`;
  return `## ${count(items)} items

${environmentLine(environment, more)}; seed ${seed}, ${budgetMs} ms a class and contestant.
${summary(results.classes)}

${markdownTable(classTable(results.classes))}
${linkedSection(results)}${markdownTable(partTable(results))}
${markdownTable(footprintTable(results))}`;
}
