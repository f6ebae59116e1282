/**
 * Formats the report of an import: a summary with tables for people, lines with losses for logs, and a JSON file.
 *
 * Elsewhere: making the report (core/export/import-report).
 */

import { writeFile } from 'node:fs/promises';
import { STDOUT_PATH } from '../../../src/cli/build/index.js';
import {
  formatCount,
  formatNumberOf,
  formatTable,
  leftColumn,
  type Output,
  rightColumn,
  type TableColumn,
} from '../../../src/cli/index.js';
import { OperationError } from '../../../src/content/errors/index.js';
import { explainPathFailure } from '../../../src/format/files/index.js';
import type { ImportReport } from '../core/export/import-report.js';

/** Rows that a table of the report shows at most; a large site has fewer. */
const TABLE_ROWS_MAXIMUM = 500;
const LEFT_OUT_ROWS_MAXIMUM = 100;
const WARNINGS_MAXIMUM = 20;

/** @returns such as `… and 1,200 more; --report writes all` */
const moreLine = (count: number, noun: string): string =>
  `… and ${formatCount(count)} more ${noun}; --report <file> writes all of them\n`;

function formatBoundedTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  maximum: number,
): string {
  const table = formatTable(columns, rows.slice(0, maximum));
  return rows.length > maximum ? `${table}${moreLine(rows.length - maximum, 'rows')}` : table;
}

function formatBoundedLines(lines: readonly string[], prefix: string): string {
  const shownLines = lines.slice(0, WARNINGS_MAXIMUM).map((line) => `${prefix}: ${line}\n`);
  const hiddenCount = lines.length - shownLines.length;
  return `${shownLines.join('')}${hiddenCount > 0 ? moreLine(hiddenCount, `${prefix.toLowerCase()}s`) : ''}`;
}

/** @returns the table of all types and fields of the source, with their names in the export */
function formatFields({ types }: ImportReport): string {
  const rows = types.flatMap((type) => [
    [type.source, type.kept ? type.name : '(left out)', formatCount(type.items), ''],
    ...type.fields.map(({ source, name, type: fieldType, values }) => [
      `  ${source}`,
      fieldType === null ? '(left out)' : `${type.name}.${name}`,
      formatCount(values),
      fieldType ?? '',
    ]),
  ]);
  const columns = [leftColumn('source'), leftColumn('export'), rightColumn('values'), leftColumn('type')];
  return formatBoundedTable(columns, rows, TABLE_ROWS_MAXIMUM);
}

/** @returns the table of content that was left out because it is not public: count, reason, option that keeps it, example */
function formatNotPublic({ leftOut }: ImportReport): string {
  const rows = leftOut
    .filter(({ notPublic }) => notPublic === true)
    .map(({ what: subject, count, reason, private: isPrivate, example = '' }) => [
      subject,
      formatCount(count),
      isPrivate === true ? 'PRIVATE' : '',
      reason,
      example,
    ]);
  if (rows.length === 0) return '';
  const columns = [
    leftColumn('kept out, as it is not public'),
    rightColumn('count'),
    leftColumn(''),
    leftColumn('reason'),
    leftColumn('such as'),
  ];
  return `\n${formatBoundedTable(columns, rows, LEFT_OUT_ROWS_MAXIMUM)}A field that says nothing of publication: {"<type.field>": {"decides": false}} in --overrides.\n`;
}

function formatLeftOut(report: ImportReport): string {
  if (report.leftOut.length === 0) return '\nNothing was left out.\n';
  const leftOut = report.leftOut.filter(({ notPublic }) => notPublic !== true);
  if (leftOut.length === 0) return '';
  const rows = leftOut.map(({ what: subject, count, reason, loss: isLoss }) => [
    subject,
    formatCount(count),
    isLoss ? 'lost' : 'by rule',
    reason,
  ]);
  const columns = [leftColumn('left out'), rightColumn('count'), leftColumn(''), leftColumn('reason')];
  return `\n${formatBoundedTable(columns, rows, LEFT_OUT_ROWS_MAXIMUM)}`;
}

function formatRenamed({ renamed }: ImportReport): string {
  if (renamed.length === 0) return '';
  const rows = renamed.map(({ source, name, reason }) => [source, name, reason]);
  const columns = [leftColumn('renamed'), leftColumn('to'), leftColumn('why')];
  return `\n${formatBoundedTable(columns, rows, LEFT_OUT_ROWS_MAXIMUM)}`;
}

/**
 * @param out folder of the export; undefined if it is temporary
 * @returns the text for stdout
 */
export function importSummary(report: ImportReport, out?: string): string {
  const warnings = formatWarnings(report);
  const modelLine = report.modelKept ? 'The model was kept.\n' : '';
  const tables = `${formatFields(report)}${formatRenamed(report)}${formatNotPublic(report)}${formatLeftOut(report)}`;
  const notes = formatNotes(report);
  return `${formatTotals(report, out)}${warnings}${modelLine}\n${tables}${notes === '' ? '' : `\n${notes}`}\n${formatCounts(report)}${repeatWarnings(report, tables)}`;
}

/** Lines of a report from which on its warnings have left the screen of most terminals. */
const SCREEN_LINES = 20;
const REPEATED_WARNINGS_MAXIMUM = 3;

/** @returns the first warnings again, for the end of a long report; empty if they are still in sight */
function repeatWarnings(report: ImportReport, tables: string): string {
  const warnings = listWarnings(report);
  if (warnings.length === 0 || tables.split('\n').length < SCREEN_LINES) return '';
  const lines = warnings.slice(0, REPEATED_WARNINGS_MAXIMUM).map((warning) => `  ${warning}\n`);
  const more = warnings.length > lines.length ? ', the first of them' : '';
  return `${formatNumberOf(warnings.length, 'warning')}${more}:\n${lines.join('')}`;
}

/** @returns such as `Imported 12 items of 1 type to export, in de, fr` */
function formatTotals({ items, types, locales }: ImportReport, out: string | undefined): string {
  const typeCount = types.filter((type) => type.kept).length;
  const itemWord = items === 1 ? 'item' : 'items';
  const typeWord = typeCount === 1 ? 'type' : 'types';
  const target = out === undefined ? '' : ` to ${out}`;
  const languages = locales.length > 1 ? `, in ${locales.join(', ')}` : '';
  return `Imported ${formatCount(items)} ${itemWord} of ${formatCount(typeCount)} ${typeWord}${target}${languages}\n`;
}

/** @returns such as `Imported: 12 items. Left out by rule: 3. Lost: 0. Kept out as not public: 1.` */
function formatCounts({ items, leftOut }: ImportReport): string {
  let [byRule, lost, notPublic] = [0, 0, 0];
  for (const { count, loss: isLoss, notPublic: isNotPublic } of leftOut) {
    if (isNotPublic === true) notPublic += count;
    else if (isLoss) lost += count;
    else byRule += count;
  }
  const parts = [
    `Imported: ${formatNumberOf(items, 'item')}`,
    `Left out by rule: ${formatCount(byRule)}`,
    `Lost: ${formatCount(lost)}`,
    `Kept out as not public: ${formatCount(notPublic)}`,
  ];
  return `${parts.join('. ')}.\n`;
}

const formatWarnings = (report: ImportReport): string => formatBoundedLines(listWarnings(report), 'WARNING');

function listWarnings({ warnings, leftOut }: ImportReport): readonly string[] {
  const privateEntries = leftOut.filter((entry) => entry.private === true);
  const privateSubjects = [...new Set(privateEntries.map(({ what: subject }) => subject))];
  const privateWarnings =
    privateSubjects.length === 0
      ? []
      : [`kept out, as they are or may be private: ${privateSubjects.join(', ')}; the table says why`];
  return [...warnings, ...privateWarnings];
}

function formatNotes({ notes }: ImportReport): string {
  const lines = notes.map(({ what: note, count }) => {
    const times = count > 1 ? ` (${formatCount(count)})` : '';
    return `${note}${times}`;
  });
  return formatBoundedLines(lines, 'note');
}

/** @returns a line for each warning and each loss that readers may notice, for stderr */
export function importLosses({ leftOut, warnings }: ImportReport): string {
  const losses = leftOut
    .filter(({ loss: isLoss }) => isLoss)
    .map(({ what: subject, reason, count }) => `${subject}: ${formatCount(count)} × ${reason}`);
  return formatBoundedLines([...warnings, ...losses], 'warning');
}

/** Writes the report as JSON. @throws OperationError if the report cannot be written; the export is already in place */
export async function writeImportReport(path: string, report: ImportReport, stdout: Output): Promise<void> {
  const text = `${JSON.stringify(report, undefined, 2)}\n`;
  if (path === STDOUT_PATH) {
    stdout.write(text);
    return;
  }
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new OperationError(
      `the export is in place, but its report cannot be written: ${explainPathFailure(error, path)}`,
    );
  }
}
