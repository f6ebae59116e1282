/**
 * Reads the rows of a CSV file, each with the number of its first line.
 *
 * The delimiter is the most frequent one of the first line, or the one that a first line `sep=;` names, as Excel writes it.
 * Elsewhere: encodings (input/encoding), the meaning of rows (csv).
 */
import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { codeOf, OperationError } from '../../../../src/content/errors/index.js';
import type { Intake } from '../../core/intake/source.js';
import { textOf } from '../../input/bytes.js';
import type { TableFile } from './files.js';

export interface Row {
  readonly cells: readonly string[];
  /** From 1; of a row that spans several lines, the first. */
  readonly line: number;
}

const delimiters = [',', ';', '\t', '|'] as const;

/** @returns the most frequent delimiter of the line, outside of quotes */
function findDelimiter(line: string): string {
  const unquoted = line.replace(/"(?:[^"]|"")*"/g, '');
  let mostFrequent: string = delimiters[0];
  for (const delimiter of delimiters) {
    if (unquoted.split(delimiter).length > unquoted.split(mostFrequent).length) mostFrequent = delimiter;
  }
  return mostFrequent;
}

/**
 * Ends of lines. A file may have several kinds, because programs append lines to files of Windows. `\r` alone ends lines of old
 * Macs only; in other files it belongs to a cell.
 */
const findLineEnds = (text: string): string[] =>
  /\r\n|\n|\r/.exec(text)?.[0] === '\r' ? ['\r\n', '\n', '\r'] : ['\r\n', '\n'];

/** Computes the first line of each record from the line and the empty lines at the end of the previous record. */
class LinePosition {
  #lines = 0;
  #emptyLines = 0;

  /** Moves to the end of a record. @returns the line that the record begins in */
  moveTo(lines: number, emptyLines: number): number {
    const firstLine = this.#lines + 1 + (emptyLines - this.#emptyLines);
    this.#lines = lines;
    this.#emptyLines = emptyLines;
    return Math.min(firstLine, lines);
  }
}

/** An error of csv-parse about one record. */
type RecordError = Error & { readonly lines?: number; readonly empty_lines?: number };

/** @param firstLine of the record @param delimiter of the file */
function describeError({ message, lines = 0 }: RecordError, firstLine: number, delimiter: string): string {
  const [, expected, actual] = /^Invalid Record Length: expect (\d+), got (\d+)/.exec(message) ?? [];
  if (expected !== undefined && actual !== undefined) {
    const advice =
      Number(actual) > Number(expected)
        ? `Put quotes around a cell that contains ${JSON.stringify(delimiter)}`
        : `Add the missing cells: an empty one is ${JSON.stringify(delimiter)} alone`;
    return `the row has ${actual} ${actual === '1' ? 'cell' : 'cells'}, and the header has ${expected}. ${advice}`;
  }
  const isQuote = /quote/i.test(message);
  if (!isQuote) return message.replace(/ (?:at|on) line \d+/g, '');
  if (message.startsWith('Invalid') && lines <= firstLine)
    return 'a quote stands within a cell. Put quotes around the whole cell, and write "" for each quote within it';
  const end = lines > firstLine ? ` before line ${lines}` : '';
  return `a quote that opens in this row is not closed${end}. Close it, or write "" for a quote within a cell`;
}

/**
 * Rows that cannot be read are reported to the intake, and skipped.
 *
 * @param isReporting false for the first of two readings, so that faulty rows are reported once
 * @throws OperationError if the file is not text, or csv-parse cannot continue
 */
export async function* readRows(file: TableFile, intake: Intake, isReporting: boolean): AsyncGenerator<Row> {
  const texts = textOf(file.path, (done, total) => intake.progress(`reading ${file.name}`, done, total));
  const firstResult = await texts.next();
  const firstChunk = firstResult.done === true ? '' : firstResult.value;
  const lineEnds = findLineEnds(firstChunk);
  const [firstLine = ''] = firstChunk.split(/\r?\n|\r/, 1);
  const [, separator] = /^"?sep=(.)"?\r?$/i.exec(firstLine) ?? [];
  const position = new LinePosition();
  if (separator !== undefined) position.moveTo(1, 0);
  /** First lines of records that the parser has read, and the loop below has not. */
  const firstLines: number[] = [];
  const delimiter = separator ?? findDelimiter(firstLine);
  const parser = parse({
    delimiter,
    record_delimiter: lineEnds,
    ...(separator !== undefined && { from_line: 2 }),
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_record: (cells, { lines, empty_lines }) => {
      firstLines.push(position.moveTo(lines, empty_lines));
      return cells;
    },
  });
  parser.on('skip', (error: RecordError) => {
    const line = position.moveTo(error.lines ?? 0, error.empty_lines ?? 0);
    if (isReporting) intake.faulty(`${file.name}, line ${line}`, describeError(error, line, delimiter));
  });
  async function* all(): AsyncGenerator<string> {
    yield firstChunk;
    yield* texts;
  }
  const source = Readable.from(all());
  source.on('error', (error) => parser.destroy(error));
  try {
    for await (const cells of source.pipe(parser)) yield { cells, line: firstLines.shift() ?? 0 };
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error)?.startsWith('CSV_') !== true) throw error;
    throw new OperationError(`${file.name}: ${error.message}. Correct the file; nothing was written.`);
  }
}
