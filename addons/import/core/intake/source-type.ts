/**
 * The items of one type: each is spooled as a line of a file until the model is decided, and its values are counted by field.
 *
 * Memory: the ids of all items, and some numbers for each field, however large the input.
 * Elsewhere: all types together (content-intake), reading the spooled items again (model/infer-links, export/item-writer).
 */
import { join } from 'node:path';
import { isItemId } from '../../../../src/content/model/index.js';
import type { MemoryKeeper } from '../../memory.js';
import { IdSet } from '../../spool/id-set.js';
import { LineFile } from '../../spool/line-file.js';
import { json, type Value } from '../../value/value.js';
import type { FieldWithValues } from '../privacy/private-fields.js';
import { typePrivacyReason } from '../privacy/private-types.js';
import { isPersonAddress } from '../privacy/private-values.js';
import type { Verdict } from '../privacy/publication/index.js';
import { FORBIDDEN, hasForbiddenCharacter } from './forbidden-characters.js';
import type { FieldDeclaration, FieldValue, Intake, TypeIntake } from './source.js';
import { ValueStatistics } from './value-statistics.js';

/** One spooled value: the field's number, the locale or 0, the value, and whether it counts only if the field has no locales. */
export type Spooled = readonly [field: number, locale: string | 0, value: Value, plain?: true];
export type SpooledItem = readonly [id: string, place: string, values: readonly Spooled[], open?: OpenVerdict];

/** A verdict about publication that depends on later items. */
export type OpenVerdict = Extract<Verdict, { readonly is: 'open' }>;

export interface SourceField {
  readonly key: string;
  readonly index: number;
  declaration: FieldDeclaration;
  readonly statistics: ValueStatistics;
}

/** The part of the intake that a type needs. */
export type TypeOwner = Pick<Intake, 'options' | 'isWanted' | 'lose' | 'withhold' | 'faulty'> & {
  readonly memory: MemoryKeeper;
};

export class SourceType implements TypeIntake {
  readonly fields = new Map<string, SourceField>();
  private readonly byLowerCase = new Map<string, SourceField>();
  private readonly ids: IdSet;
  /** Ids of items that turned out not to be public after all items were read. */
  private readonly hidden = new Set<string>();
  /** Normalized names of fields that decide about publication only if a later item shows it. */
  readonly openFields = new Set<string>();
  readonly path: string;
  readonly file: LineFile;

  readonly key: string;
  /** The name in the export. */
  readonly name: string;
  /** The name without overrides, which options and messages use. */
  readonly ownName: string;
  /** The first id that two items have. */
  private firstRepeatedId: string | undefined;
  private readonly owner: TypeOwner;

  constructor(key: string, name: string, ownName: string, number: number, owner: TypeOwner) {
    this.key = key;
    this.name = name;
    this.ownName = ownName;
    this.owner = owner;
    this.ids = new IdSet(name);
    this.path = join(owner.options.workFolder, `${number}.ndjson`);
    this.file = new LineFile(this.path);
  }

  field(key: string, declaration: FieldDeclaration = {}): void {
    const field = this.fieldOf(key, true);
    field.declaration = { ...field.declaration, ...declaration };
  }

  /** @param isDeclared false for a field that a value names: then names that differ in case only are the same field */
  private fieldOf(key: string, isDeclared: boolean): SourceField {
    const existingField = this.fields.get(key) ?? (isDeclared ? undefined : this.byLowerCase.get(key.toLowerCase()));
    if (existingField !== undefined) return existingField;
    const field = {
      key,
      index: this.fields.size,
      declaration: {},
      statistics: new ValueStatistics(this.owner.options.zone),
    };
    this.fields.set(key, field);
    if (!this.byLowerCase.has(key.toLowerCase())) this.byLowerCase.set(key.toLowerCase(), field);
    return field;
  }

  get fieldsWithValues(): readonly FieldWithValues[] {
    return [...this.fields.values()].map(({ key, declaration, statistics }) => ({
      name: declaration.name ?? key,
      statistics,
      shape: declaration.shape,
    }));
  }

  has(id: string): boolean {
    return this.ids.has(id) && !this.hidden.has(id);
  }

  /** Number of items. */
  get size(): number {
    return this.ids.size - this.hidden.size;
  }

  hide(id: string): void {
    this.hidden.add(id);
  }

  /** The reason why all items of the type are private; undefined if they are not, or if `--with` keeps them. */
  get privacyReason(): string | undefined {
    return this.owner.isWanted(this.ownName) ? undefined : typePrivacyReason(this.ownName, this.fieldsWithValues);
  }

  /** @returns rich text in the forms that `--rich-text` asks for; any other value unchanged */
  private inForm(fieldValue: FieldValue): readonly FieldValue[] {
    if (fieldValue.value?.kind !== 'text' || fieldValue.value.rich === undefined) return [fieldValue];
    const { rich, ...plainText } = fieldValue.value;
    const form = this.owner.options.richText;
    const field = form === 'both' ? `${fieldValue.field}Json` : fieldValue.field;
    const localized = this.fields.get(fieldValue.field)?.declaration.localized === true;
    if (form !== 'markdown') this.field(field, { shape: { type: 'json' }, localized });
    return [
      ...(form === 'json' ? [] : [{ ...fieldValue, value: plainText }]),
      ...(form === 'markdown' ? [] : [{ ...fieldValue, field, value: json(rich) }]),
    ];
  }

  async add(id: string, values: readonly FieldValue[], place: string, verdict?: Verdict): Promise<void> {
    this.owner.options.signal?.throwIfAborted();
    if (!isItemId(id)) {
      return this.owner.lose(`${this.ownName}: items`, 'the id is empty, too long or has control characters', 1);
    }
    if (this.ids.has(id)) {
      this.firstRepeatedId ??= id;
      return this.owner.lose(`${this.ownName}: items`, `the id appears twice, such as ${this.firstRepeatedId}`, 1);
    }
    if (isPersonAddress(id) && !this.owner.isWanted(this.ownName)) {
      return this.owner.withhold(this.ownName, 'items whose ids are e-mail addresses of people');
    }
    const faulty = values.find(({ value }) => value !== undefined && hasForbiddenCharacter(value));
    if (faulty !== undefined) return this.owner.faulty(place, `${faulty.field} ${FORBIDDEN}`);
    this.ids.add(id);
    const spooled: Spooled[] = [];
    for (const { field, locale, value, only } of values.flatMap((each) => this.inForm(each))) {
      const { index, statistics, key } = this.fieldOf(field, false);
      if (value === undefined) continue;
      const isRepeated = spooled.some(
        ([otherIndex, otherLocale]) => otherIndex === index && otherLocale === (locale ?? 0),
      );
      if (key !== field && isRepeated) {
        this.owner.lose(`${this.ownName}.${field}`, `the item has ${key}, too, which differs in case only`, 1);
        continue;
      }
      if (only !== 'localized') statistics.add(value, locale);
      spooled.push(only === 'plain' ? [index, 0, value, true] : [index, locale ?? 0, value]);
    }
    this.owner.memory.item();
    const open = verdict?.is === 'open' ? verdict : undefined;
    if (open !== undefined) this.openFields.add(open.normalizedName);
    const item: SpooledItem = open === undefined ? [id, place, spooled] : [id, place, spooled, open];
    await this.file.write(JSON.stringify(item));
  }
}

/** @param line of a file that `SourceType` wrote. @throws SyntaxError for any other line */
export function readSpooled(line: string): SpooledItem {
  const item: SpooledItem = JSON.parse(line);
  return item;
}
