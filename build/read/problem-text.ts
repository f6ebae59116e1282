/**
 * The text of an export's problems: in a journal, its last twenty lines say what happened and what to do.
 *
 * The order is: further errors, warnings, the most important errors, totals. Texts may quote the export, so control characters
 * are escaped. Elsewhere: recording problems (problems).
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

/** `all`: a line for each recorded warning. `by kind`: a line for each kind. */
export type WarningDetail = 'all' | 'by kind';

type SingularAndPlural = readonly [one: string, several: string];

const formsByKind: Readonly<Record<WarningKind, SingularAndPlural>> = {
  danglingLink: ['link to a missing item', 'links to missing items'],
  repeatedLink: ['repeated link', 'repeated links'],
  unknownKey: ['unknown key', 'unknown keys'],
  unknownOption: ['value outside the options', 'values outside the options'],
  unknownFile: ['file of no content type', 'files of no content type'],
  cutInstant: ['time cut to milliseconds', 'times cut to milliseconds'],
};

/** Errors after the warnings. With six kinds of warnings, the text after the further errors has at most twenty lines. */
const LAST_ERRORS = 10;

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

const formatWarning = (entry: RecordedWarning): string => formatEntry(entry, 'warning: ');

/** @returns the line of a warning or error that is given as data */
export function formatProblem({ severity, reason, count, ...place }: ExportProblem): string {
  const { file, line, field } = place;
  const knownPlace = { file, ...(line === undefined ? {} : { line }), ...(field === undefined ? {} : { field }) };
  return formatEntry({ place: knownPlace, reason, count }, severity === 'warning' ? 'warning: ' : '');
}

/** @param detail how warnings are shown. @returns lines without a line feed at the end */
export function renderProblems(contents: ProblemContents, detail: WarningDetail): string {
  const errors = contents.errors.toSorted((a, b) => rankError(a) - rankError(b)).map((entry) => formatEntry(entry, ''));
  const furtherErrors = errors.slice(LAST_ERRORS);
  const heading = furtherErrors.length === 0 ? [] : [`The ${LAST_ERRORS} errors to correct first:`];
  const warnings = detail === 'all' ? contents.warnings.map(formatWarning) : formatWarningsByKind(contents);
  return [
    ...furtherErrors,
    ...warnings,
    ...heading,
    ...errors.slice(0, LAST_ERRORS),
    formatTotals(contents, detail),
  ].join('\n');
}

/** @returns a line for each kind, with an example; warnings of an unknown kind, which an older version recorded, one by one */
function formatWarningsByKind(contents: ProblemContents): readonly string[] {
  const { warnings, countByKind, exampleByKind, isStrict } = contents;
  if (isStrict) return [];
  const lines = warnings.filter(({ kind }) => kind === undefined).map(formatWarning);
  let isShortened = false;
  for (const kind of WARNING_KINDS) {
    const count = countByKind.get(kind) ?? 0;
    const example = exampleByKind.get(kind);
    if (count === 0 || example === undefined) continue;
    if (example.count === count) {
      lines.push(formatWarning(example));
      continue;
    }
    isShortened = true;
    const counted = formatCount(count, formsByKind[kind]);
    lines.push(escapeControls(`warning: ${counted}, such as ${formatPlace(example)}${example.reason}`));
  }
  if (isShortened) lines.push('Only one example of each kind is shown; --all-warnings shows the first hundred.');
  return lines;
}

/** @returns a line such as `2 errors, 3 warnings (2 links to missing items, 1 unknown key)` */
function formatTotals(contents: ProblemContents, detail: WarningDetail): string {
  const { countByKind, errorCount, warningCount, isStrict } = contents;
  const kinds = WARNING_KINDS.filter((kind) => (countByKind.get(kind) ?? 0) > 0);
  const byKind = kinds.map((kind) => formatCount(countByKind.get(kind) ?? 0, formsByKind[kind])).join(', ');
  const detailPrefix = isStrict ? ', of them ' : ' (';
  const detailSuffix = isStrict ? '' : ')';
  const details = byKind === '' ? '' : `${detailPrefix}${byKind}${detailSuffix}`;
  const errorText = formatCount(errorCount, ['error', 'errors']);
  const warningText = isStrict ? '' : `, ${formatCount(warningCount, ['warning', 'warnings'])}`;
  return `${errorText}${warningText}${details}${formatTruncation(contents, detail)}`;
}

function formatTruncation({ errors, errorCount, isTruncated }: ProblemContents, detail: WarningDetail): string {
  if (detail === 'by kind')
    return errorCount > errors.length && isTruncated
      ? `; the ${number.format(errors.length)} most important errors are shown`
      : '';
  return isTruncated ? '; the first 100 of each are shown' : '';
}
