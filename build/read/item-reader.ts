/**
 * Reads an item from a line: its JSON, its id, and a value for each field of its content type.
 *
 * An item with an invalid value is still returned, without that value. The export is refused later, but links to the item
 * must not be reported as dangling as well.
 */
import { didYouMean, excerpt, list } from '../../src/content/errors/index.js';
import {
  type ContentType,
  exportedFields,
  type Field,
  ID_RULE,
  isItemId,
  isLocalized,
  isRelationship,
  type Locale,
} from '../../src/content/model/index.js';
import type { Line } from './files/line-cutter.js';
import { IdTable } from './ids/id-table.js';
import type { ExportItem, FieldValue } from './item.js';
import type { ExportPlace, WarningKind } from './problem-kinds.js';
import { type ProblemLog, quoted, type Reason, type WarningReason } from './problems.js';
import { readJson } from './values/json-reader.js';
import { isJsonNumber, isJsonObject, type JsonObject, JsonProblem, type JsonValue } from './values/json-value.js';
import { localizedReader } from './values/localized.js';
import { valueReader } from './values/reader-table.js';
import { describeValue, type ValueReport } from './values/value-reader.js';

/** Reads one field of an item. */
interface ItemFieldReader {
  readonly name: string;
  /** Number of stored fields: one per locale if the field is localized, else 1. */
  readonly storedCount: number;
  /** @param own receives the locales that have a value. @returns a value for each stored field */
  readonly read: (value: JsonValue, report: ValueReport, own: Set<number>) => readonly (FieldValue | undefined)[];
}

function createFieldReader(field: Field, locales: readonly Locale[]): ItemFieldReader {
  const { name } = field;
  if (isLocalized(field)) {
    const readLocalized = localizedReader(field, locales);
    const read: ItemFieldReader['read'] = (value, report, own) => {
      const localized = readLocalized(value, report);
      for (const locale of localized.ownLocales) own.add(locale);
      return localized.values;
    };
    return { name, storedCount: locales.length, read };
  }
  const readValue = valueReader(field);
  return { name, storedCount: 1, read: (value, report) => [readValue(value, report)] };
}

const startsArray = /^\s*\[/;

/** Reads the items of one content type from one file. */
export class ItemReader {
  private readonly type: ContentType;
  private readonly readers: readonly ItemFieldReader[];
  private readonly report: PlacedReport;
  private readonly seenIds: IdTable;
  private isArray = false;

  /**
   * @param file name of the file in problem texts
   * @param seenIds receives the ids of the items that are read
   */
  constructor(type: ContentType, file: string, problems: ProblemLog, seenIds = new IdTable()) {
    this.type = type;
    this.seenIds = seenIds;
    this.readers = exportedFields(type).map((field) => createFieldReader(field, type.locales));
    this.report = new PlacedReport(file, problems);
  }

  /** @returns the item, or undefined if the line has no item with a valid id; problems are in the log */
  read(line: Line): ExportItem | undefined {
    const { report } = this;
    report.line = line.number;
    report.field = undefined;
    if (this.isArray) return undefined;
    const json = readJson(line.text);
    if (json instanceof JsonProblem) {
      // The other lines of an array have the same problem, so they are not reported.
      this.isArray = line.number === 1 && startsArray.test(line.text);
      if (this.isArray) {
        report.error(
          "the file is one JSON array; write one item per line, without commas between them, as jq -c '.[]' does",
        );
        return undefined;
      }
      report.error(`column ${json.column}: ${json.message}`);
      return undefined;
    }
    if (!isJsonObject(json)) {
      report.error(`an item is expected, not ${describeValue(json)}; write one object per line: {"id": "…", …}`);
      return undefined;
    }
    const id = this.readId(json.get('id') ?? null);
    let knownKeyCount = json.has('id') ? 1 : 0;
    const ownLocales = new Set<number>();
    const values = this.readers.flatMap(({ name, read, storedCount }) => {
      const value = json.get(name);
      if (value !== undefined) knownKeyCount += 1;
      if (value === undefined || value === null) return Array.from({ length: storedCount }, () => undefined);
      report.field = name;
      return read(value, report, ownLocales);
    });
    if (knownKeyCount < json.size) this.warnOfUnknownKeys(json);
    if (id === undefined) return undefined;
    return { id, line: line.number, values, ownLocales: [...ownLocales].sort((a, b) => a - b) };
  }

  private readId(value: JsonValue): string | undefined {
    const { report } = this;
    report.field = 'id';
    if (typeof value !== 'string') {
      const quote = isJsonNumber(value) ? `; write "${excerpt(value.text)}" in quotes` : '';
      report.error(value === null ? 'the item has no id' : `an id is a string, not ${describeValue(value)}${quote}`);
      return undefined;
    }
    if (!isItemId(value)) {
      report.error(`${quoted(value)} is not a valid id; ${ID_RULE}`);
      return undefined;
    }
    const first = this.seenIds.add(value, report.line);
    if (first === undefined) return value;
    report.error(`the id ${quoted(value)} is already used in line ${first}; give each item of a type an id of its own`);
    return undefined;
  }

  private warnOfUnknownKeys(item: JsonObject): void {
    const { type } = this;
    const fields = this.readers.map(({ name }) => name);
    for (const key of item.keys()) {
      if (key === 'id' || fields.includes(key)) continue;
      this.report.field = key;
      const field = type.fieldByName.get(key);
      const source = field !== undefined && isRelationship(field) ? field.inverseOf : undefined;
      if (source !== undefined) {
        const reason = `the build derives ${key} from ${source.type}.${source.field}`;
        const repair = `write the links there, and leave "${key}" out`;
        this.report.warning('unknownKey', (ifRepaired) => `${reason}${ifRepaired(', so it is left out')}; ${repair}`);
        continue;
      }
      this.report.warning('unknownKey', (ifRepaired) => {
        return `the model has no such field for ${type.name}${ifRepaired(', so it is left out')}; fields are ${list(fields)}.${didYouMean(key, fields)}`;
      });
    }
  }
}

/** Adds the file, line and field to a problem. The item reader updates `line` and `field` before it reads a value. */
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
