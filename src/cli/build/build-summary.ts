/**
 * What came of a build, in words and tables: what was built and what linked, what it weighs and what took its time.
 */
import type { SectionLimit } from '../../../build/plan/index.js';
import type { BuildReport, Shrunk, WarningCount } from '../../../build/publish/index.js';
import { formatBytes, formatCount, formatTable, leftColumn, rightColumn } from '../table.js';

/** Columns shown, those that weigh most. */
const columnsShown = 10;

/** The steps of one type: `reading book`, `indexing book`. */
const secondsOf = ({ steps }: BuildReport, type: string): number =>
  steps.filter(({ step }) => step.endsWith(` ${type}`)).reduce((sum, { seconds }) => sum + seconds, 0);

const share = (part: number, whole: number): string => `${whole === 0 ? '0.0' : ((part / whole) * 100).toFixed(1)} %`;

function typesTable(report: BuildReport): string {
  const rows = report.types.map(({ name, items, linked, byteLength }) => [
    name,
    formatCount(items),
    linked ? 'linked' : 'built',
    formatBytes(byteLength),
    secondsOf(report, name).toFixed(1),
  ]);
  return formatTable(
    [leftColumn('type'), rightColumn('items'), leftColumn('segment'), rightColumn('size'), rightColumn('seconds')],
    rows,
  );
}

/** @returns what is beyond what a snapshot holds, or nearly */
export const sectionLimitLine = ({ type, name, byteLength, maximum: most }: SectionLimit): string =>
  `${name} of ${type} comes to about ${formatBytes(byteLength)}, and a snapshot holds no more than ${formatBytes(most)}`;

type Structure = BuildReport['structures'][number];

interface Sum {
  readonly name: string;
  byteLength: number;
  seconds: number;
}

/** @returns what those of the same name have together, the largest first */
function summed(structures: readonly Structure[], nameOf: (structure: Structure) => string): readonly Sum[] {
  const sums = new Map<string, Sum>();
  for (const structure of structures) {
    const name = nameOf(structure);
    const sum = sums.get(name) ?? { name, byteLength: 0, seconds: 0 };
    sum.byteLength += structure.byteLength;
    sum.seconds += structure.seconds;
    sums.set(name, sum);
  }
  return [...sums.values()].sort((a, b) => b.byteLength - a.byteLength);
}

function structuresTable({ structures, types }: BuildReport): string {
  const whole = structures.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const reading = types.reduce((sum, { readingSeconds }) => sum + readingSeconds, 0);
  const rows = summed(structures, ({ structure }) => structure).map(({ name, byteLength, seconds }) => [
    name,
    formatBytes(byteLength),
    share(byteLength, whole),
    seconds.toFixed(1),
  ]);
  return formatTable(
    [leftColumn('structure'), rightColumn('size'), rightColumn('share'), rightColumn('thread-seconds')],
    [...rows, ['(reading)', '-', '-', reading.toFixed(1)]],
  );
}

function columnsTable({ structures, columns }: BuildReport): string {
  const seconds = new Map(columns.map((column) => [`${column.type}.${column.field}`, column.seconds]));
  const built = structures.filter(({ type, field }) => field !== undefined && seconds.has(`${type}.${field}`));
  const rows = summed(built, ({ type, field }) => `${type}.${field}`)
    .slice(0, columnsShown)
    .map(({ name, byteLength }) => [name, formatBytes(byteLength), (seconds.get(name) ?? 0).toFixed(1)]);
  if (rows.length === 0) return '';
  const title = columns.length > columnsShown ? `field, the ${columnsShown} largest` : 'field';
  return `\n${formatTable([leftColumn(title), rightColumn('size'), rightColumn('seconds')], rows)}`;
}

/** What is counted, one and several, and what stands around it. */
const WARNINGS: Readonly<Record<WarningCount['kind'], readonly [one: string, several: string, behind?: string]>> = {
  danglingLink: ['link', 'links', ' dropped'],
  repeatedLink: ['repeated link', 'repeated links'],
  unknownKey: ['unknown key', 'unknown keys'],
  unknownOption: ['value', 'values', ' outside the options'],
  unknownFile: ['file', 'files', ' of no content type'],
  cutInstant: ['time', 'times', ' cut to milliseconds'],
};

export function warningText({ kind, count: number }: WarningCount): string {
  const [one, several, behind = ''] = WARNINGS[kind];
  return `${formatCount(number)} ${number === 1 ? one : several}${behind}`;
}

/** @returns such as `book, field title: 1,000 → 400 values, 60.0 % fewer` */
export function shrunkLine({ name, field, locale, before, after }: Shrunk): string {
  const lost = (((before - after) / before) * 100).toFixed(1);
  const what = [name, field && `field ${field}`, locale && `locale ${locale}`].filter(Boolean).join(', ');
  const unit = field !== undefined ? 'values' : locale !== undefined ? 'items with values of its own' : 'items';
  return `${what}: ${formatCount(before)} → ${formatCount(after)} ${unit}, ${lost} % fewer`;
}

function headline({ published, repaired, shrunk, refused, snapshot }: BuildReport): string {
  if (shrunk.some(({ stays }) => stays !== true) || refused.length > 0)
    return `Built, but did not publish, snapshot ${snapshot}\n`;
  if (repaired && !published) return `Built snapshot ${snapshot} again, which was damaged; CURRENT names it\n`;
  return `${published ? 'Published' : 'Nothing has changed: CURRENT already names'} snapshot ${snapshot}\n`;
}

/** `1 content type built, 2 linked`. */
function typesLine(types: BuildReport['types']): string {
  const linked = types.filter((type) => type.linked).length;
  const built = types.length - linked;
  return `${formatCount(built)} content ${built === 1 ? 'type' : 'types'} built, ${formatCount(linked)} linked\n`;
}

/**
 * @param verbose whether types, structures and fields stand in tables, where there was anything to do
 * @returns lines for stdout, five without the tables
 */
export function buildSummary(report: BuildReport, verbose: boolean): string {
  const { items, byteLength, seconds, removed, types, warningCounts, peakBytes, threads } = report;
  const told = `${formatCount(items)} ${items === 1 ? 'item' : 'items'}, ${formatBytes(byteLength)}, in ${seconds.toFixed(1)} s\n`;
  const gone =
    removed.length === 0
      ? ''
      : `Removed old ${removed.length === 1 ? 'snapshot' : 'snapshots'} ${removed.join(', ')}\n`;
  const brief = `${headline(report)}${told}${gone}`;
  if (types.every(({ linked }) => linked)) return brief;
  const warnings = warningCounts.length === 0 ? '' : `; ${warningCounts.map(warningText).join(', ')}`;
  const work = `at most ${formatBytes(peakBytes)} of memory, ${threads} ${threads === 1 ? 'thread' : 'threads'}${warnings}\n`;
  const tables = verbose ? `\n${typesTable(report)}\n${structuresTable(report)}${columnsTable(report)}\n` : '';
  return `${brief}${tables === '' ? typesLine(types) : tables}${work}`;
}
