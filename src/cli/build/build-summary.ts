/**
 * The outcome of a build as text: what was built and linked, sizes, times, warnings.
 */
import type { SectionLimit } from '../../../build/plan/index.js';
import type { BuildReport, Shrunk, WarningCount } from '../../../build/publish/index.js';
import { formatBytes, formatCount, formatTable, leftColumn, rightColumn } from '../table.js';

/** Number of fields in the table: the largest ones. */
const columnRowsMaximum = 10;

/** @returns the seconds of all steps of a type: `reading book`, `indexing book` */
const secondsOf = ({ steps }: BuildReport, type: string): number =>
  steps.filter(({ step }) => step.endsWith(` ${type}`)).reduce((sum, { seconds }) => sum + seconds, 0);

const share = (part: number, totalBytes: number): string =>
  `${totalBytes === 0 ? '0.0' : ((part / totalBytes) * 100).toFixed(1)} %`;

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

/** @returns a sentence about a section that exceeds the limit of a snapshot, or nearly does */
export const sectionLimitLine = ({ type, name, byteLength, maximum }: SectionLimit): string =>
  `${name} of ${type} needs about ${formatBytes(byteLength)}, and a snapshot can store at most ${formatBytes(maximum)}`;

type Structure = BuildReport['structures'][number];

interface StructureTotal {
  readonly name: string;
  byteLength: number;
  seconds: number;
}

/** @returns the sums of structures with the same name, the largest first */
function sumByName(
  structures: readonly Structure[],
  nameOf: (structure: Structure) => string,
): readonly StructureTotal[] {
  const sums = new Map<string, StructureTotal>();
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
  const totalBytes = structures.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const readingSeconds = types.reduce((sum, { readingSeconds }) => sum + readingSeconds, 0);
  const rows = sumByName(structures, ({ structure }) => structure).map(({ name, byteLength, seconds }) => [
    name,
    formatBytes(byteLength),
    share(byteLength, totalBytes),
    seconds.toFixed(1),
  ]);
  return formatTable(
    [leftColumn('structure'), rightColumn('size'), rightColumn('share'), rightColumn('thread-seconds')],
    [...rows, ['(reading)', '-', '-', readingSeconds.toFixed(1)]],
  );
}

function columnsTable({ structures, columns }: BuildReport): string {
  const seconds = new Map(columns.map((column) => [`${column.type}.${column.field}`, column.seconds]));
  const fieldStructures = structures.filter(
    ({ type, field }) => field !== undefined && seconds.has(`${type}.${field}`),
  );
  const rows = sumByName(fieldStructures, ({ type, field }) => `${type}.${field}`)
    .slice(0, columnRowsMaximum)
    .map(({ name, byteLength }) => [name, formatBytes(byteLength), (seconds.get(name) ?? 0).toFixed(1)]);
  if (rows.length === 0) return '';
  const title = columns.length > columnRowsMaximum ? `field, the ${columnRowsMaximum} largest` : 'field';
  return `\n${formatTable([leftColumn(title), rightColumn('size'), rightColumn('seconds')], rows)}`;
}

/** Words for each kind of warning: singular, plural, and the words after them. */
const WARNINGS: Readonly<Record<WarningCount['kind'], readonly [singular: string, plural: string, suffix?: string]>> = {
  danglingLink: ['link', 'links', ' dropped'],
  repeatedLink: ['repeated link', 'repeated links'],
  unknownKey: ['unknown key', 'unknown keys'],
  unknownOption: ['value', 'values', ' outside the options'],
  unknownFile: ['file', 'files', ' of no content type'],
  cutInstant: ['time', 'times', ' cut to milliseconds'],
};

export function warningText({ kind, count: number }: WarningCount): string {
  const [singular, plural, suffix = ''] = WARNINGS[kind];
  return `${formatCount(number)} ${number === 1 ? singular : plural}${suffix}`;
}

/** @returns a line such as `book, field title: 1,000 → 400 values, 60.0 % fewer` */
export function shrunkLine({ name, field, locale, before, after }: Shrunk): string {
  const lostPercent = (((before - after) / before) * 100).toFixed(1);
  const subject = [name, field && `field ${field}`, locale && `locale ${locale}`].filter(Boolean).join(', ');
  const unit = field !== undefined ? 'values' : locale !== undefined ? 'items with values of its own' : 'items';
  return `${subject}: ${formatCount(before)} → ${formatCount(after)} ${unit}, ${lostPercent} % fewer`;
}

function headline({ published, repaired, shrunk, refused, snapshot }: BuildReport): string {
  if (shrunk.some(({ stays }) => stays !== true) || refused.length > 0)
    return `Built, but did not publish, snapshot ${snapshot}\n`;
  if (repaired && !published) return `Built snapshot ${snapshot} again, which was damaged; CURRENT names it\n`;
  return `${published ? 'Published' : 'Nothing has changed: CURRENT already names'} snapshot ${snapshot}\n`;
}

/** @returns a line such as `1 content type built, 2 linked` */
function typesLine(types: BuildReport['types']): string {
  const linked = types.filter((type) => type.linked).length;
  const fieldStructures = types.length - linked;
  return `${formatCount(fieldStructures)} content ${fieldStructures === 1 ? 'type' : 'types'} built, ${formatCount(linked)} linked\n`;
}

/**
 * @param verbose whether to add tables of types, structures and fields, if anything was built
 * @returns lines for stdout, five without the tables
 */
export function buildSummary(report: BuildReport, verbose: boolean): string {
  const { items, byteLength, seconds, removed, types, warningCounts, peakBytes, threads } = report;
  const sizeLine = `${formatCount(items)} ${items === 1 ? 'item' : 'items'}, ${formatBytes(byteLength)}, in ${seconds.toFixed(1)} s\n`;
  const removedLine =
    removed.length === 0
      ? ''
      : `Removed old ${removed.length === 1 ? 'snapshot' : 'snapshots'} ${removed.join(', ')}\n`;
  const head = `${headline(report)}${sizeLine}${removedLine}`;
  if (types.every(({ linked }) => linked)) return head;
  const warnings = warningCounts.length === 0 ? '' : `; ${warningCounts.map(warningText).join(', ')}`;
  const work = `at most ${formatBytes(peakBytes)} of memory, ${threads} ${threads === 1 ? 'thread' : 'threads'}${warnings}\n`;
  const tables = verbose ? `\n${typesTable(report)}\n${structuresTable(report)}${columnsTable(report)}\n` : '';
  return `${head}${tables === '' ? typesLine(types) : tables}${work}`;
}
