/**
 * The report of an import for people: a summary, tables, and warnings; or as a JSON file.
 *
 * Elsewhere: making the report (core/export/import-report).
 */

import { writeFile } from 'node:fs/promises';
import { STDOUT_PATH } from '../../../src/cli/build/index.js';
import { formatCount, formatTable, leftColumn, type Output, rightColumn } from '../../../src/cli/index.js';
import { OperationError, reasonOf } from '../../../src/content/errors/index.js';
import type { ImportReport } from '../core/export/import-report.js';

function fieldsTable({ types }: ImportReport): string {
  const rows = types.flatMap((type) => [
    [type.source, type.kept ? type.name : '(left out)', formatCount(type.items), ''],
    ...type.fields.map(({ source, name, type: fieldType, values }) => [
      `  ${source}`,
      fieldType === null ? '(left out)' : `${type.name}.${name}`,
      formatCount(values),
      fieldType ?? '',
    ]),
  ]);
  return formatTable([leftColumn('source'), leftColumn('export'), rightColumn('values'), leftColumn('type')], rows);
}

/** The table of everything that is not public: number, reason, the option that lets it in, and an example. */
function notPublicTable({ leftOut }: ImportReport): string {
  const rows = leftOut
    .filter(({ notPublic }) => notPublic === true)
    .map(({ what, count: number, reason, private: isPrivate, example = '' }) => [
      what,
      formatCount(number),
      isPrivate === true ? 'PRIVATE' : '',
      reason,
      example,
    ]);
  if (rows.length === 0) return '';
  const head = [
    leftColumn('kept out, as it is not public'),
    rightColumn('count'),
    leftColumn(''),
    leftColumn('reason'),
    leftColumn('such as'),
  ];
  return `\n${formatTable(head, rows)}A field that says nothing of publication: {"<type.field>": {"decides": false}} in --overrides.\n`;
}

function leftOutTable(report: ImportReport): string {
  if (report.leftOut.length === 0) return '\nNothing was left out.\n';
  const leftOut = report.leftOut.filter(({ notPublic }) => notPublic !== true);
  if (leftOut.length === 0) return '';
  const rows = leftOut.map(({ what, count: number, reason, loss }) => [
    what,
    formatCount(number),
    loss ? 'lost' : 'by rule',
    reason,
  ]);
  return `\n${formatTable([leftColumn('left out'), rightColumn('count'), leftColumn(''), leftColumn('reason')], rows)}`;
}

function renamedTable({ renamed }: ImportReport): string {
  if (renamed.length === 0) return '';
  const rows = renamed.map(({ source, name, reason }) => [source, name, reason]);
  return `\n${formatTable([leftColumn('renamed'), leftColumn('to'), leftColumn('why')], rows)}`;
}

/** @param out folder of the export, where it stays. @returns lines for stdout */
export function importSummary(report: ImportReport, out?: string): string {
  const { items, types, locales, notes, modelKept, leftOut, warnings } = report;
  const keptTypes = types.filter((type) => type.kept).length;
  const languages = locales.length > 1 ? `, in ${locales.join(', ')}` : '';
  const head = `Imported ${formatCount(items)} ${items === 1 ? 'item' : 'items'} of ${formatCount(keptTypes)} ${keptTypes === 1 ? 'type' : 'types'}${out === undefined ? '' : ` to ${out}`}${languages}\n`;
  const fields = [...new Set(leftOut.filter((each) => each.private === true).map(({ what }) => what))];
  const privacyWarnings =
    fields.length === 0 ? [] : [`kept out, as they are or may be private: ${fields.join(', ')}; see below`];
  const warningLines = [...warnings, ...privacyWarnings].map((each) => `WARNING: ${each}\n`).join('');
  const model = modelKept ? 'The model was kept.\n' : '';
  const noteLines = notes
    .map(({ what, count: number }) => `note: ${what}${number > 1 ? ` (${formatCount(number)})` : ''}\n`)
    .join('');
  const tables = `${fieldsTable(report)}${renamedTable(report)}${notPublicTable(report)}${leftOutTable(report)}`;
  return `${head}${warningLines}${model}\n${tables}${noteLines === '' ? '' : `\n${noteLines}`}`;
}

/** @returns a line for each thing that readers may miss, for stderr */
export const importLosses = ({ leftOut, warnings }: ImportReport): string =>
  [
    ...warnings,
    ...leftOut
      .filter(({ loss }) => loss)
      .map(({ what, reason, count: number }) => `${what}: ${formatCount(number)} × ${reason}`),
  ]
    .map((line) => `warning: ${line}\n`)
    .join('');

/** @throws OperationError if the report cannot be written; the export is already in place */
export async function writeImportReport(path: string, report: ImportReport, stdout: Output): Promise<void> {
  const text = `${JSON.stringify(report, undefined, 2)}\n`;
  if (path === STDOUT_PATH) {
    stdout.write(text);
    return;
  }
  try {
    await writeFile(path, text);
  } catch (error) {
    throw new OperationError(`the export is in place, but its report cannot be written: ${reasonOf(error)}`);
  }
}
