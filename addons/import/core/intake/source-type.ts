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
import type { SourceTexts } from '../declarations/descriptive-texts.js';
import type { FieldWithValues } from '../privacy/private-fields.js';
import { typePrivacyReason } from '../privacy/private-types.js';
import { isPersonAddress } from '../privacy/private-values.js';
import type { Verdict } from '../privacy/publication/index.js';
import { FORBIDDEN, hasForbiddenCharacter } from './forbidden-characters.js';
import type { FieldDeclaration, FieldValue, Intake, TypeIntake } from './source.js';
import { ValueStatistics } from './value-statistics.js';

/** One value of an item. */
export interface SpooledValue {
  /** The field's `index`. */
  readonly field: number;
  /** Absent for a value without a locale. */
  readonly locale?: string;
  readonly value: Value;
  /** The value counts only if the field has no locales. */
  readonly isPlain?: true;
}

export interface SpooledItem {
  readonly id: string;
  /** In the input, for messages. */
  readonly place: string;
  readonly values: readonly SpooledValue[];
  readonly open?: OpenVerdict;
}

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
  private readonly fieldByLowerCase = new Map<string, SourceField>();
  private readonly ids: IdSet;
  /** Ids of items that turned out not to be public after all items were read. */
  private readonly hiddenIds = new Set<string>();
  /**
   * Normalized names of fields, such as `visible`, that may decide whether an item is public: only the values of all items show
   * whether they do.
   */
  readonly openFields = new Set<string>();
  texts: SourceTexts = {};
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

  describe(texts: SourceTexts): void {
    this.texts = texts;
  }

  field(key: string, declaration: FieldDeclaration = {}): void {
    const field = this.fieldOf(key, 'declared');
    field.declaration = { ...field.declaration, ...declaration };
  }

  /**
   * Finds a field, or creates it.
   *
   * @param origin of a field that a value names, names that differ in case only are the same
   */
  private fieldOf(key: string, origin: 'declared' | 'namedByValue'): SourceField {
    const lowerCaseKey = key.toLowerCase();
    const sameInLowerCase = origin === 'namedByValue' ? this.fieldByLowerCase.get(lowerCaseKey) : undefined;
    const existingField = this.fields.get(key) ?? sameInLowerCase;
    if (existingField !== undefined) return existingField;
    const statistics = new ValueStatistics(this.owner.options.zone);
    const field = { key, index: this.fields.size, declaration: {}, statistics };
    this.fields.set(key, field);
    if (!this.fieldByLowerCase.has(lowerCaseKey)) this.fieldByLowerCase.set(lowerCaseKey, field);
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
    return this.ids.has(id) && !this.hiddenIds.has(id);
  }

  /** Number of items. */
  get size(): number {
    return this.ids.size - this.hiddenIds.size;
  }

  hide(id: string): void {
    this.hiddenIds.add(id);
  }

  /** The reason why all items of the type are private; undefined if they are not, or if `--with` keeps them. */
  get privacyReason(): string | undefined {
    return this.owner.isWanted(this.ownName) ? undefined : typePrivacyReason(this.ownName, this.fieldsWithValues);
  }

  /** @returns rich text in the forms that `--rich-text` asks for; any other value unchanged */
  private inForm(fieldValue: FieldValue): readonly FieldValue[] {
    if (fieldValue.value?.kind !== 'text' || fieldValue.value.rich === undefined) return [fieldValue];
    const { rich, ...markdownText } = fieldValue.value;
    const inMarkdown: FieldValue = { ...fieldValue, value: markdownText };
    const { richText } = this.owner.options;
    if (richText === 'markdown') return [inMarkdown];
    const jsonField = richText === 'both' ? `${fieldValue.field}Json` : fieldValue.field;
    const localized = this.fields.get(fieldValue.field)?.declaration.localized === true;
    this.field(jsonField, { shape: { type: 'json' }, localized });
    const inJson: FieldValue = { ...fieldValue, field: jsonField, value: json(rich) };
    return richText === 'both' ? [inMarkdown, inJson] : [inJson];
  }

  async add(id: string, values: readonly FieldValue[], place: string, verdict?: Verdict): Promise<void> {
    this.owner.options.signal?.throwIfAborted();
    if (!this.isAcceptable(id, values, place)) return;
    this.ids.add(id);
    const spooledValues = this.spoolValues(values, place);
    this.owner.memory.item();
    const open = verdict?.is === 'open' ? verdict : undefined;
    if (open !== undefined) this.openFields.add(open.normalizedName);
    const item: SpooledItem = { id, place, values: spooledValues, ...(open !== undefined && { open }) };
    await this.file.write(JSON.stringify(item));
  }

  /** Reports why an item cannot be added. @returns whether it can */
  private isAcceptable(id: string, values: readonly FieldValue[], place: string): boolean {
    const items = `${this.ownName}: items`;
    if (!isItemId(id)) {
      this.owner.lose(items, 'the id is empty, too long or has control characters', 1);
      return false;
    }
    if (this.ids.has(id)) {
      this.firstRepeatedId ??= id;
      this.owner.lose(items, `the id appears twice, such as ${this.firstRepeatedId}`, 1);
      return false;
    }
    if (isPersonAddress(id) && !this.owner.isWanted(this.ownName)) {
      this.owner.withhold(this.ownName, 'items whose ids are e-mail addresses of people');
      return false;
    }
    const faultyValue = values.find(({ value }) => value !== undefined && hasForbiddenCharacter(value));
    if (faultyValue !== undefined) this.owner.faulty(place, `${faultyValue.field} ${FORBIDDEN}`);
    return faultyValue === undefined;
  }

  /** Counts the values of an item. @returns the values to write */
  private spoolValues(values: readonly FieldValue[], place: string): readonly SpooledValue[] {
    const spooledValues: SpooledValue[] = [];
    for (const { field: name, locale, value, only } of values.flatMap((fieldValue) => this.inForm(fieldValue))) {
      const field = this.fieldOf(name, 'namedByValue');
      if (value === undefined) continue;
      const hasOtherCase = field.key !== name;
      if (hasOtherCase && spooledValues.some((earlier) => earlier.field === field.index && earlier.locale === locale)) {
        this.owner.lose(`${this.ownName}.${name}`, `the item has ${field.key}, too, which differs in case only`, 1);
        continue;
      }
      if (only !== 'localized') field.statistics.add(value, locale, place);
      if (only === 'plain') spooledValues.push({ field: field.index, value, isPlain: true });
      else spooledValues.push({ field: field.index, ...(locale !== undefined && { locale }), value });
    }
    return spooledValues;
  }
}

/** @param line of a file that `SourceType` wrote. @throws SyntaxError for any other line */
export function readSpooled(line: string): SpooledItem {
  const item: SpooledItem = JSON.parse(line);
  return item;
}
