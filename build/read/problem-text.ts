/**
 * The text of an export's problems: in a journal, its last twenty lines say what happened and what to do.
 *
 * The order is: further errors, the errors to correct first, warnings by kind with the most frequent kind first, totals. Within each,
 * problems are in the order of files and lines. Texts may quote the export, so control characters are escaped.
 * Elsewhere: recording problems (problems).
 */
import { type ExportProblem, excerpt } from '../../src/content/errors/index.js';
import { type RecordedWarning, rankError, WARNING_KINDS, type WarningKind } from './problem-kinds.js';

export interface ProblemContents {
  /** At most a hundred, the most important of all, in the order of the export. */
  readonly errors: readonly RecordedWarning[];
  readonly warnings: readonly RecordedWarning[];
  /** The number of all warnings, by kind. */
  readonly countByKind: ReadonlyMap<WarningKind, number>;
  /** The first warning of each kind; missing if only its number is known. */
  readonly exampleByKind: ReadonlyMap<WarningKind, RecordedWarning>;
  /** The numbers of all. In strict, warnings are errors. */
  readonly errorCount: number;
  readonly warningCount: number;
  readonly isStrict: boolean;
  /** Whether there are more problems than entries. */
  readonly isTruncated: boolean;
}

/** `all`: a line for each recorded warning. `by field`: the first of each kind, file and field. `by kind`: a line for each kind. */
export type WarningDetail = 'all' | 'by field' | 'by kind';

type SingularAndPlural = readonly [one: string, several: string];

const formsByKind: Readonly<Record<WarningKind, SingularAndPlural>> = {
  danglingLink: ['link to a missing item', 'links to missing items'],
  repeatedLink: ['repeated link', 'repeated links'],
  unknownKey: ['unknown key', 'unknown keys'],
  unknownOption: ['value outside the options', 'values outside the options'],
  unknownFile: ['file of no content type', 'files of no content type'],
  cutInstant: ['time cut to milliseconds', 'times cut to milliseconds'],
};

/** Errors to correct first. With six kinds of warnings in brief, the text after the further errors has at most twenty lines. */
const FIRST_ERRORS = 10;

/** Problems of one kind in one field of a file that are shown as examples. */
const EXAMPLES_PER_FIELD = 3;

const number = new Intl.NumberFormat('en-US');
const formatCount = (count: number, [one, several]: SingularAndPlural): string =>
  `${number.format(count)} ${count === 1 ? one : several}`;

const escapeControls = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** @returns a plain name unchanged, any other text in quotes: a key of the export may be any text */
const fieldName = (text: string): string => (/^[\w.-]+…?$/.test(text) ? excerpt(text) : JSON.stringify(excerpt(text)));

/** @returns a text such as `book.ndjson:12, field price: ` */
function formatPlace({ place }: RecordedWarning): string {
  const line = place.line === undefined ? '' : `:${place.line}`;
  const field = place.field === undefined ? '' : `, field ${fieldName(place.field)}`;
  return `${place.file}${line}${field}: `;
}

function formatEntry(entry: RecordedWarning, prefix: string): string {
  const times = entry.count > 1 ? ` (${number.format(entry.count)} times)` : '';
  return escapeControls(`${formatPlace(entry)}${prefix}${entry.reason}${times}`);
}

const formatError = (entry: RecordedWarning): string => formatEntry(entry, '');
const formatWarning = (entry: RecordedWarning): string => formatEntry(entry, 'warning: ');

/** @returns the line of a warning or error that is given as data */
export function formatProblem({ severity, reason, count, ...place }: ExportProblem): string {
  const { file, line, field } = place;
  const knownPlace = { file, ...(line === undefined ? {} : { line }), ...(field === undefined ? {} : { field }) };
  return formatEntry({ place: knownPlace, reason, count }, severity === 'warning' ? 'warning: ' : '');
}

/** @param detail how warnings are shown. @returns lines without a line feed at the end */
export function renderProblems(contents: ProblemContents, detail: WarningDetail): string {
  const fileOrder = orderOfFiles([...contents.errors, ...contents.warnings]);
  const byPlace = (a: RecordedWarning, b: RecordedWarning): number =>
    (fileOrder.get(a.place.file) ?? 0) - (fileOrder.get(b.place.file) ?? 0) ||
    (a.place.line ?? 0) - (b.place.line ?? 0);
  const errors = contents.errors.toSorted((a, b) => rankError(a) - rankError(b) || byPlace(a, b));
  const [firstErrors, furtherErrors] = splitErrors(errors);
  const heading = furtherErrors.length === 0 ? [] : [`The ${FIRST_ERRORS} errors to correct first:`];
  const sorted = { ...contents, warnings: contents.warnings.toSorted(byPlace) };
  return [
    ...furtherErrors.map(formatError),
    ...heading,
    ...firstErrors.map(formatError),
    ...(detail === 'by kind' ? formatWarningsByKind(sorted) : formatWarnings(sorted, detail)),
    formatTotals(contents, detail),
  ].join('\n');
}

/** @returns file → its place in the order in which the files first appear: that of the export */
function orderOfFiles(entries: readonly RecordedWarning[]): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  for (const { place } of entries) if (!order.has(place.file)) order.set(place.file, order.size);
  return order;
}

/**
 * Chooses the errors to correct first: the most important, but of the same field of a file only as many as show what is wrong,
 * unless there are no others.
 *
 * @param errors the most important first. @returns the errors to correct first, and the further ones, in the same order
 */
function splitErrors(errors: readonly RecordedWarning[]): readonly [RecordedWarning[], RecordedWarning[]] {
  const countOccurrence = createFieldCounter();
  const examples = errors.filter((error) => countOccurrence(error) <= EXAMPLES_PER_FIELD).slice(0, FIRST_ERRORS);
  const chosen = new Set(examples);
  for (const error of errors) if (chosen.size < FIRST_ERRORS) chosen.add(error);
  return [errors.filter((error) => chosen.has(error)), errors.filter((error) => !chosen.has(error))];
}

/** @returns a function that counts a problem; it returns how many of its kind, file and field it has counted */
function createFieldCounter(): (problem: RecordedWarning) => number {
  const counts = new Map<string, number>();
  return ({ kind, place }) => {
    const key = JSON.stringify([kind, place.file, place.field]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
}

/** @returns the kinds that occur, the most frequent first */
const sortedKinds = ({ countByKind }: ProblemContents): readonly WarningKind[] =>
  WARNING_KINDS.filter((kind) => (countByKind.get(kind) ?? 0) > 0).sort(
    (a, b) => (countByKind.get(b) ?? 0) - (countByKind.get(a) ?? 0),
  );

/** @returns the recorded warnings by kind, all or some of them, with the number of those that are not shown */
function formatWarnings(contents: ProblemContents, detail: 'all' | 'by field'): readonly string[] {
  const { warnings, countByKind, isStrict } = contents;
  if (isStrict) return [];
  const lines = warnings.filter(({ kind }) => kind === undefined).map(formatWarning);
  const countOccurrence = createFieldCounter();
  let isShortened = false;
  for (const kind of sortedKinds(contents)) {
    const ofKind = warnings.filter((warning) => warning.kind === kind);
    const shown =
      detail === 'all' ? ofKind : ofKind.filter((warning) => countOccurrence(warning) <= EXAMPLES_PER_FIELD);
    lines.push(...shown.map(formatWarning));
    if (shown.length === ofKind.length) continue;
    isShortened = true;
    const shownCount = shown.reduce((sum, { count }) => sum + count, 0);
    const hiddenCount = (countByKind.get(kind) ?? 0) - shownCount;
    lines.push(`warning: ${number.format(hiddenCount)} more ${formsByKind[kind][hiddenCount === 1 ? 0 : 1]}`);
  }
  if (isShortened)
    lines.push(`Only ${EXAMPLES_PER_FIELD} warnings of each field are shown; --all-warnings shows the first hundred.`);
  return lines;
}

/** @returns a line for each kind, with an example; warnings of an unknown kind, which an older version recorded, one by one */
function formatWarningsByKind(contents: ProblemContents): readonly string[] {
  const { warnings, countByKind, exampleByKind, isStrict } = contents;
  if (isStrict) return [];
  const lines = warnings.filter(({ kind }) => kind === undefined).map(formatWarning);
  let isShortened = false;
  for (const kind of sortedKinds(contents)) {
    const count = countByKind.get(kind) ?? 0;
    const example = exampleByKind.get(kind);
    if (example === undefined) continue;
    const cause = kind === 'danglingLink' ? causeOfDangling(contents) : '';
    if (example.count === count) {
      lines.push(`${formatWarning(example)}${cause}`);
      continue;
    }
    isShortened = true;
    const counted = formatCount(count, formsByKind[kind]);
    lines.push(`${escapeControls(`warning: ${counted}, such as ${formatPlace(example)}${example.reason}`)}${cause}`);
  }
  if (isShortened) lines.push('Only one example of each kind is shown; --all-warnings shows the first hundred.');
  return lines;
}

/** @returns a remark if files or lines could not be read: their items are missing then. Empty if all could be read */
const causeOfDangling = ({ errors }: ProblemContents): string =>
  errors.some((error) => rankError(error) <= 1) ? ' (the errors above may be the cause)' : '';

/** @returns a line such as `2 errors, 3 warnings (2 links to missing items, 1 unknown key)` */
function formatTotals(contents: ProblemContents, detail: WarningDetail): string {
  const { countByKind, errorCount, warningCount, isStrict } = contents;
  const byKind = sortedKinds(contents)
    .map((kind) => formatCount(countByKind.get(kind) ?? 0, formsByKind[kind]))
    .join(', ');
  const detailPrefix = isStrict ? ', of them ' : ' (';
  const detailSuffix = isStrict ? '' : ')';
  const details = byKind === '' ? '' : `${detailPrefix}${byKind}${detailSuffix}`;
  const errorText = formatCount(errorCount, ['error', 'errors']);
  const warningText = isStrict ? '' : `, ${formatCount(warningCount, ['warning', 'warnings'])}`;
  return `${errorText}${warningText}${details}${formatTruncation(contents, detail)}`;
}

function formatTruncation({ errors, errorCount, isTruncated }: ProblemContents, detail: WarningDetail): string {
  if (detail !== 'all')
    return errorCount > errors.length && isTruncated
      ? `; the ${number.format(errors.length)} most important errors are shown`
      : '';
  return isTruncated ? '; the first 100 of each are shown' : '';
}
