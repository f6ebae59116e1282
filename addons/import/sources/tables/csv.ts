/**
 * A folder of CSV: a file is a type, its first line names the fields, a row is an item.
 *
 * Each file is read twice: first to choose the id and to recognise numbers and dates of `--csv-locale`, then to make items.
 * Types are inferred, as CSV has none; a column named like another file becomes a link if all its values are ids.
 */
import { OperationError } from '../../../../src/content/errors/index.js';
import { makeName } from '../../core/declarations/names.js';
import type { FieldValue, Intake, Source, TypeIntake } from '../../core/intake/source.js';
import { untypedText, type Value } from '../../value/value.js';
import { CsvLocale } from './csv-locale.js';
import { type Row, readRows } from './csv-rows.js';
import { CsvSurvey } from './csv-survey.js';
import { findTableFiles, type TableFile } from './files.js';
import {
  buildJoinedId,
  chooseId,
  findJoinKeys,
  findSurveyedColumns,
  type IdChoice,
  IdOption,
  isIdOnly,
} from './ids.js';
import { LocaleHint } from './locale-hint.js';

export const csv: Source = {
  space: 'csv',
  infersLinks: true,
  options: ['ids', 'csvLocale'],
  async read(input, intake) {
    const { ids, csvLocale } = intake.options;
    const files = await findTableFiles(input, ['csv', 'tsv'], intake);
    for (const { type } of files) intake.type(type);
    const idOption = new IdOption(ids);
    const locale = csvLocale === undefined ? undefined : new CsvLocale(csvLocale);
    for (const file of files) {
      const reader = new CsvReader(file, intake, idOption, locale);
      await reader.survey();
      await reader.readItems();
    }
    idOption.refuseUnused();
    return undefined;
  },
};

export class CsvReader {
  readonly #file: TableFile;
  readonly #intake: Intake;
  readonly #type: TypeIntake;
  readonly #idOption: IdOption;
  readonly #locale: CsvLocale | undefined;
  #columns: readonly string[] = [];
  #survey: CsvSurvey | undefined;
  #choice: IdChoice = { column: undefined };
  /** Whether `--id` says that row numbers are the ids. */
  #isNumbered = false;

  constructor(file: TableFile, intake: Intake, idOption: IdOption, locale: CsvLocale | undefined) {
    this.#file = file;
    this.#intake = intake;
    this.#type = intake.type(file.type);
    this.#idOption = idOption;
    this.#locale = locale;
  }

  /** @throws OperationError if the file has no line, or no column names its rows although one seems to */
  async survey(): Promise<void> {
    const { name } = this.#file;
    const { ownName } = this.#type;
    let requestedColumn: string | undefined;
    for await (const row of readRows(this.#file, this.#intake, false)) {
      if (this.#survey !== undefined) {
        this.#survey.add(row);
        continue;
      }
      this.#columns = this.#readColumns(row.cells);
      requestedColumn = this.#idOption.findColumn(ownName, this.#columns);
      const idColumns = findSurveyedColumns(this.#columns, this.#type.name, requestedColumn).filter(
        (column) => column !== '#',
      );
      this.#survey = new CsvSurvey(this.#columns, idColumns, this.#locale);
      if (idColumns.length === 0 && this.#locale === undefined) break;
    }
    const survey = this.#survey;
    if (survey === undefined) throw new OperationError(`${name} is empty; its first line must name the fields`);
    this.#choice = chooseId(name, ownName, this.#columns, requestedColumn, (column) => survey.findFaults(column));
    this.#isNumbered = requestedColumn === '#';
    if (requestedColumn === undefined) this.#reportChoice(this.#choice);
  }

  /** Columns without a name are called by their position; of two with the same name, the second gets a number. */
  #readColumns(cells: readonly string[]): readonly string[] {
    const file = this.#file.name;
    if (cells.some((cell) => cell.includes('\0')))
      throw new OperationError(
        `${file}, line 1: it has the character U+0000. If the file is UTF-16, convert it with iconv -f utf-16 -t utf-8.`,
      );
    const timesByName = new Map<string, number>();
    const columns = cells.map((cell, index) => {
      const name = cell.trim() === '' ? `column ${index + 1}` : cell.trim();
      const times = (timesByName.get(name) ?? 0) + 1;
      timesByName.set(name, times);
      return times === 1 ? name : `${name} ${times}`;
    });
    for (const [name, times] of timesByName) {
      if (times === 1) continue;
      const fields = columns.filter((_, index) => cells[index]?.trim() === name).slice(1);
      const noun = times === 2 ? 'two columns are' : `${times} columns are`;
      const verb = times === 2 ? 'the second one is the field' : 'the others are the fields';
      this.#intake.note(`${file}: ${noun} called ${name}; ${verb} ${fields.map((each) => makeName(each)).join(', ')}`);
    }
    return columns;
  }

  #reportChoice({ column, rejected }: IdChoice): void {
    const { name } = this.#file;
    const keys = findJoinKeys(this.#columns);
    const madeIdText =
      keys.length > 0
        ? `the id is made of ${keys.join(' and ')}`
        : 'the row number is the id; add an "id" column to keep ids when rows move';
    if (rejected !== undefined) {
      const { count, example } = rejected.faults;
      const chosen = column === undefined ? madeIdText : `the id is ${column}`;
      this.#intake.warn(
        `${name}: ${rejected.column} does not name the rows (${count} have the value of another row or none, such as ${example}), so ${chosen}. --id ${this.#type.ownName}.<column> names another column.`,
      );
    } else if (column === undefined) this.#intake.note(`${name}: there is no id column, so ${madeIdText}`);
  }

  async readItems(): Promise<void> {
    const idIndex = this.#choice.column === undefined ? -1 : this.#columns.indexOf(this.#choice.column);
    const fieldColumns = this.#columns.flatMap((column, index) =>
      index === idIndex && isIdOnly(column) ? [] : [{ column, index, form: this.#survey?.findForm(index) }],
    );
    for (const { column, form } of fieldColumns) {
      this.#type.field(column);
      if (form !== undefined && this.#locale !== undefined)
        this.#intake.note(`${this.#type.ownName}.${column}: read as ${form}s of ${this.#intake.options.csvLocale}`);
    }
    const hintedColumns = this.#locale === undefined ? fieldColumns : [];
    const hinted = hintedColumns.map(({ column, index }) => ({ column, index, hint: new LocaleHint() }));
    let number = -1;
    for await (const row of readRows(this.#file, this.#intake, true)) {
      number += 1;
      if (number === 0) continue;
      const texts = new Map<string, string>();
      for (const { column, index, form } of fieldColumns) {
        const cell = row.cells[index] ?? '';
        texts.set(column, this.#locale?.convert(cell, form) ?? cell);
      }
      for (const { index, hint } of hinted) hint.add(row.cells[index] ?? '');
      await this.#addItem(this.#buildId(row, idIndex, number), texts, row.line);
    }
    for (const { column, hint } of hinted) {
      const sentence = hint.write();
      if (sentence !== undefined) this.#intake.note(`${this.#type.ownName}.${column}: ${sentence}`);
    }
  }

  #buildId({ cells }: Row, idIndex: number, number: number): string {
    if (idIndex >= 0) return cells[idIndex] ?? '';
    const keys = this.#isNumbered ? [] : findJoinKeys(this.#columns);
    if (keys.length === 0) return String(number);
    const values = keys.map((key) => cells[this.#columns.indexOf(key)] ?? '');
    return buildJoinedId(this.#type, values, number);
  }

  async #addItem(id: string, texts: ReadonlyMap<string, string>, line: number): Promise<void> {
    const place = `${this.#file.name}, line ${line}`;
    const verdict = this.#intake.admit(this.#type, id, texts, place);
    if (verdict === undefined) return;
    const values = [...texts].map(([field, text]): FieldValue => ({ field, value: readCell(text) }));
    await this.#type.add(id, values, place, verdict);
  }
}

/** An empty cell is no value. */
const readCell = (text: string): Value | undefined => (text === '' ? undefined : untypedText(text));
