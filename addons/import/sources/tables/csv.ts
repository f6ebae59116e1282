/**
 * A folder of CSV: a file is a type, its first line names the fields, a line is an item.
 *
 * Types are inferred, as CSV has none; a column named like another file becomes a link where all its values are ids.
 */

import { Readable } from 'node:stream';
import { type Info, parse } from 'csv-parse';
import { codeOf, OperationError } from '../../../../src/content/errors/index.js';
import type { FieldValue, Intake, Source } from '../../core/source.js';
import { textOf } from '../../input/bytes.js';
import { loose, type Value } from '../../value/value.js';
import { idName, isIdOnly, joinedId, joinNames, type TableFile, tableFiles } from './files.js';

interface Row {
  readonly info: Info;
  readonly record: readonly string[];
}

export const csv: Source = {
  space: 'csv',
  infersLinks: true,
  async read(input, intake) {
    const files = await tableFiles(input, ['csv', 'tsv'], intake);
    for (const { type } of files) intake.type(type);
    for (const file of files) await readFile(file, intake);
    return undefined;
  },
};

const delimiters = [',', ';', '\t', '|'] as const;

/** The one that the first line has most of, outside of quotes. */
function delimiterOf(head: string): string {
  const line = (head.split(/\r?\n/, 1)[0] ?? '').replace(/"(?:[^"]|"")*"/g, '');
  const counts = delimiters.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).delimiter;
}

async function* rowsOf(file: TableFile, intake: Intake): AsyncGenerator<Row> {
  const texts = textOf(file.path, (done, total) => intake.progress(`reading ${file.name}`, done, total));
  const first = await texts.next();
  const head = first.done === true ? '' : first.value;
  const parser = parse({
    bom: true,
    delimiter: delimiterOf(head),
    info: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
  });
  parser.on('skip', (error: Error & { readonly lines?: number }) =>
    intake.faulty(`${file.name}, line ${error.lines ?? 'unknown'}`, error.message),
  );
  async function* all(): AsyncGenerator<string> {
    yield head;
    yield* texts;
  }
  const source = Readable.from(all());
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const row of source.pipe(parser)) yield row;
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error)?.startsWith('CSV_') !== true) throw error;
    throw new OperationError(`${file.name}: ${error.message}. Correct the file; nothing was written.`);
  }
}

async function readFile(file: TableFile, intake: Intake): Promise<void> {
  const type = intake.type(file.type);
  let columns: readonly string[] | undefined;
  let id = -1;
  let keys: readonly string[] = [];
  let row = 0;
  for await (const { record, info } of rowsOf(file, intake)) {
    if (columns === undefined) {
      columns = columnsOf(record);
      id = columns.indexOf(idName(columns, type.name) ?? '');
      if (id < 0) {
        keys = joinNames(columns);
        const made =
          keys.length > 0
            ? `the id is made of ${keys.join(' and ')}`
            : 'the row number is the id; add an "id" column to keep ids when rows move';
        intake.note(`${file.name}: there is no id column, so ${made}`);
      }
      for (const [index, column] of columns.entries()) if (index !== id || !isIdOnly(column)) type.field(column);
      continue;
    }
    row += 1;
    const values: FieldValue[] = [];
    for (const [index, column] of columns.entries()) {
      if (index !== id || !isIdOnly(column)) values.push({ field: column, value: cell(record[index] ?? '') });
    }
    const own = columns.flatMap((column, index) => (keys.includes(column) ? (record[index] ?? '') : []));
    const name = id >= 0 ? (record[id] ?? '') : keys.length > 0 ? joinedId(type, own, row) : String(row);
    const place = `${file.name}, line ${info.lines}`;
    const cells = columns.map((column, index) => [column, record[index] ?? ''] as const);
    const verdict = intake.publication.judge(cells, { type: type.ownName, isSurveyed: false });
    if (verdict.is === 'private' || verdict.is === 'doubt') intake.keepOut(type.ownName, name, verdict, place);
    else await type.add(name, values, place, verdict);
  }
  if (columns === undefined) throw new OperationError(`${file.name} is empty; its first line must name the fields`);
}

/** Columns without a name are called by their place; two of the same name by a number behind it. */
function columnsOf(record: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return record.map((name, index) => {
    const given = name.trim() === '' ? `column ${index + 1}` : name.trim();
    const times = (seen.get(given) ?? 0) + 1;
    seen.set(given, times);
    return times === 1 ? given : `${given} ${times}`;
  });
}

/** An empty cell is no value. */
const cell = (text: string): Value | undefined => (text === '' ? undefined : loose(text));
