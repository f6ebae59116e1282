/**
 * From a line to an item: its JSON, its id, and a value for each field of its content type.
 *
 * An item with a bad value is still made, without it: the export is refused in the end, but links to the item must not
 * be reported as dangling too.
 */
import { didYouMean, excerpt, list } from '../../src/content/errors/index.js';
import {
  type ContentType,
  type Field,
  ID_RULE,
  isItemId,
  isLocalized,
  type Locale,
} from '../../src/content/model/index.js';
import type { Line } from './files/line-cutter.js';
import { SeenIds } from './ids/seen-ids.js';
import type { ExportItem, FieldValue } from './item.js';
import {
  type ExportPlace,
  type ProblemLog,
  quoted,
  type Reason,
  type WarningKind,
  type WarningReason,
} from './problems.js';
import { valueReader } from './values/choose-reader.js';
import { readJson } from './values/json-reader.js';
import { isJsonNumber, isJsonObject, type JsonObject, JsonProblem, type JsonValue } from './values/json-value.js';
import { localizedReader } from './values/localized.js';
import { described, type ValueReport } from './values/value-reader.js';

/** How a field of an item is read. */
interface FieldReading {
  readonly name: string;
  /** How many stored fields it is. */
  readonly stored: number;
  /** @param own gets the locales in which there is a value. @returns a value for each stored field */
  readonly read: (value: JsonValue, report: ValueReport, own: Set<number>) => readonly (FieldValue | undefined)[];
}

function fieldReading(field: Field, locales: readonly Locale[]): FieldReading {
  const { name } = field;
  if (isLocalized(field)) {
    const readLocalized = localizedReader(field, locales);
    const read: FieldReading['read'] = (value, report, own) => {
      const localized = readLocalized(value, report);
      for (const locale of localized.own) own.add(locale);
      return localized.values;
    };
    return { name, stored: locales.length, read };
  }
  const readValue = valueReader(field);
  return { name, stored: 1, read: (value, report) => [readValue(value, report)] };
}

const startsArray = /^\s*\[/;

/** Reads the items of one content type from one file. */
export class ItemReader {
  private readonly type: ContentType;
  private readonly readers: readonly FieldReading[];
  private readonly report: PlacedReport;
  private readonly seenIds: SeenIds;
  private isArray = false;

  /**
   * @param file its name in the words of a problem
   * @param seenIds of the file; those of the items it reads are added
   */
  constructor(type: ContentType, file: string, problems: ProblemLog, seenIds = new SeenIds()) {
    this.type = type;
    this.seenIds = seenIds;
    this.readers = type.fields.map((field) => fieldReading(field, type.locales));
    this.report = new PlacedReport(file, problems);
  }

  /** @returns the item, or undefined where the line holds none that could be named; problems are in the log */
  read(line: Line): ExportItem | undefined {
    const { report } = this;
    report.line = line.number;
    report.field = undefined;
    if (this.isArray) return undefined;
    const json = readJson(line.text);
    if (json instanceof JsonProblem) {
      // What is wrong with its other lines is the same.
      this.isArray = line.number === 1 && startsArray.test(line.text);
      if (this.isArray) {
        report.error(
          "the file is one JSON array; write an item a line, with nothing between them, as jq -c '.[]' does",
        );
        return undefined;
      }
      report.error(`column ${json.column}: ${json.message}`);
      return undefined;
    }
    if (!isJsonObject(json)) {
      report.error(`an item is expected, not ${described(json)}; write one object a line: {"id": "…", …}`);
      return undefined;
    }
    const id = this.readId(json.get('id') ?? null);
    let known = json.has('id') ? 1 : 0;
    const own = new Set<number>();
    const values = this.readers.flatMap(({ name, read, stored }) => {
      const value = json.get(name);
      if (value !== undefined) known += 1;
      if (value === undefined || value === null) return Array.from({ length: stored }, () => undefined);
      report.field = name;
      return read(value, report, own);
    });
    if (known < json.size) this.warnOfUnknownKeys(json);
    if (id === undefined) return undefined;
    return { id, line: line.number, values, own: [...own].sort((a, b) => a - b) };
  }

  private readId(value: JsonValue): string | undefined {
    const { report } = this;
    report.field = 'id';
    if (typeof value !== 'string') {
      const quote = isJsonNumber(value) ? `; write "${excerpt(value.text)}" in quotes` : '';
      report.error(value === null ? 'the item has no id' : `an id is a string, not ${described(value)}${quote}`);
      return undefined;
    }
    if (!isItemId(value)) {
      report.error(`${quoted(value)} is not an id; ${ID_RULE}`);
      return undefined;
    }
    const first = this.seenIds.add(value, report.line);
    if (first === undefined) return value;
    report.error(`the id ${quoted(value)} is in line ${first} already; an id names one item of its type`);
    return undefined;
  }

  private warnOfUnknownKeys(item: JsonObject): void {
    const { fieldByName, name } = this.type;
    for (const key of item.keys()) {
      if (key === 'id' || fieldByName.has(key)) continue;
      this.report.field = key;
      this.report.warning('unknownKey', (ifRepaired) => {
        const fields = [...fieldByName.keys()];
        return `the model has no such field for ${name}${ifRepaired(', so it is left out')}; fields are ${list(fields)}.${didYouMean(key, fields)}`;
      });
    }
  }
}

/** Adds the place, which changes from value to value while the reader stays. */
class PlacedReport implements ValueReport {
  line = 0;
  field: string | undefined;
  private readonly file: string;
  private readonly problems: ProblemLog;

  constructor(file: string, problems: ProblemLog) {
    this.file = file;
    this.problems = problems;
  }

  error(reason: Reason, member?: string): void {
    this.problems.error(this.place(member), reason);
  }

  warning(kind: WarningKind, reason: WarningReason, member?: string): void {
    this.problems.warning(kind, this.place(member), reason);
  }

  private place(member?: string): ExportPlace {
    const { file, line, field } = this;
    if (field === undefined) return { file, line };
    return { file, line, field: member === undefined ? field : `${field}.${member}` };
  }
}
