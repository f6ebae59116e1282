/**
 * What a run in locales found, as text, each cost beside the most that it should be.
 */
import { count, duration, megabytes, right, terminalTable } from '../../harness/results/tables.js';
import type { LocalizedClass } from './ask.js';
import type { LocalizedRun } from './run.js';

/** What a second locale of a tenth of the bytes may cost. */
const TARGETS = { more: 0.15, slower: 1.1 };

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Of the locale that is slower, each for the same content without locales. */
const ratioOf = ({ plainUs, defaultUs, secondUs, secondPlainUs }: LocalizedClass): number =>
  Math.max(defaultUs / plainUs, secondUs / secondPlainUs);

export function localizedReport(run: LocalizedRun): string {
  const { classes, kinds, plainBytes, localizedBytes, plainSeconds, localizedSeconds, share } = run;
  const columns = [
    { title: 'class' },
    ...['default', 'without locales', 'second', 'without locales', 'slower'].map(right),
  ];
  const rows = classes.map((asked) => [
    asked.name,
    duration(asked.defaultUs),
    duration(asked.plainUs),
    duration(asked.secondUs),
    duration(asked.secondPlainUs),
    ratioOf(asked).toFixed(2),
  ]);
  const more = [...kinds].map(([kind, bytes]) => [kind, count(bytes), percent(bytes / plainBytes)]);
  const ratios = classes.map(ratioOf);
  const above = ratios.filter((ratio) => ratio > TARGETS.slower).length;
  const longer = median(localizedSeconds) / median(plainSeconds) - 1;
  return [
    terminalTable({ columns, rows }),
    terminalTable({ columns: [{ title: 'section' }, right('bytes more'), right('of the snapshot')], rows: more }),
    `The second locale has values of its own of ${percent(share)} of the export's bytes.`,
    `The snapshot is ${percent(localizedBytes / plainBytes - 1)} larger than ${megabytes(plainBytes)}; at most ${percent(TARGETS.more)} is wanted.`,
    `The build takes ${percent(longer)} longer than ${median(plainSeconds).toFixed(1)} s, as the medians of ${plainSeconds.length}; at most ${percent(TARGETS.more)} is wanted.`,
    `Queries: median ratio ${median(ratios).toFixed(2)}, greatest ${Math.max(...ratios).toFixed(2)}; at most ${TARGETS.slower} is wanted, and ${above} of ${ratios.length} classes are above it.`,
  ].join('\n');
}
