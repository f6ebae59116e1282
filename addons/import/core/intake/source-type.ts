/**
 * The items of one type that a source handed in: each waits as a line of a file, while its values are counted by field.
 *
 * In memory are the ids of all items and some numbers a field, however large the input.
 * Elsewhere: all types together and the reports (intake), reading the waiting items again (infer-links, write).
 */
import { join } from 'node:path';
import { isItemId } from '../../../../src/content/model/index.js';
import type { MemoryKeeper } from '../../memory.js';
import { IdSet } from '../../parked/id-set.js';
import { LineFile } from '../../parked/line-file.js';
import { json, type Value } from '../../value/value.js';
import { type FieldWithValues, isPersonAddress, privateTypeBecause } from '../privacy/private.js';
import type { Verdict } from '../privacy/publication/index.js';
import { FORBIDDEN, hasForbiddenCharacter } from './forbidden-characters.js';
import type { FieldDeclaration, FieldValue, Intake, TypeIntake } from './source.js';
import { ValueStatistics } from './value-statistics.js';

/** One value as it waits: the field's number, the locale or 0, the value, and whether it is for a field without locales. */
export type Spooled = readonly [field: number, locale: string | 0, value: Value, plain?: true];
export type SpooledItem = readonly [id: string, place: string, values: readonly Spooled[], open?: OpenVerdict];

/** A verdict that depends on later items. */
export type OpenVerdict = Extract<Verdict, { readonly is: 'open' }>;

export interface SourceField {
  readonly key: string;
  readonly index: number;
  declaration: FieldDeclaration;
  readonly seen: ValueStatistics;
}

/** The intake that a type belongs to. */
export type TypeOwner = Pick<Intake, 'options' | 'isWanted' | 'lose' | 'withhold' | 'faulty'> & {
  readonly memory: MemoryKeeper;
};

export class SourceType implements TypeIntake {
  readonly fields = new Map<string, SourceField>();
  private readonly byLowerCase = new Map<string, SourceField>();
  private readonly ids: IdSet;
  /** Of those, what turned out not to be public once all items were there. */
  private readonly hidden = new Set<string>();
  /** Plain names of fields by which items are neither public nor private yet. */
  readonly openFields = new Set<string>();
  readonly path: string;
  readonly file: LineFile;

  readonly key: string;
  /** In the export. */
  readonly name: string;
  /** The same without overrides: by it, options and messages speak of it. */
  readonly ownName: string;
  /** The first id that came again. */
  private twice: string | undefined;
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

  /** @param isDeclared otherwise a field whose name differs in case only is the same */
  private fieldOf(key: string, isDeclared: boolean): SourceField {
    const known = this.fields.get(key) ?? (isDeclared ? undefined : this.byLowerCase.get(key.toLowerCase()));
    if (known !== undefined) return known;
    const field = { key, index: this.fields.size, declaration: {}, seen: new ValueStatistics(this.owner.options.zone) };
    this.fields.set(key, field);
    if (!this.byLowerCase.has(key.toLowerCase())) this.byLowerCase.set(key.toLowerCase(), field);
    return field;
  }

  get seenFields(): readonly FieldWithValues[] {
    return [...this.fields.values()].map(({ key, declaration, seen }) => ({
      name: declaration.name ?? key,
      seen,
      shape: declaration.shape,
    }));
  }

  has(id: string): boolean {
    return this.ids.has(id) && !this.hidden.has(id);
  }

  /** How many items there are. */
  get size(): number {
    return this.ids.size - this.hidden.size;
  }

  hide(id: string): void {
    this.hidden.add(id);
  }

  /** Why all its items are left out although nobody asked for it; undefined where they stay. */
  get privateBecause(): string | undefined {
    return this.owner.isWanted(this.ownName) ? undefined : privateTypeBecause(this.ownName, this.seenFields);
  }

  /** @returns the value as rich text is asked for */
  private inForm(given: FieldValue): readonly FieldValue[] {
    if (given.value?.kind !== 'text' || given.value.rich === undefined) return [given];
    const { rich, ...plain } = given.value;
    const form = this.owner.options.richText;
    const field = form === 'both' ? `${given.field}Json` : given.field;
    const localized = this.fields.get(given.field)?.declaration.localized === true;
    if (form !== 'markdown') this.field(field, { shape: { type: 'json' }, localized });
    return [
      ...(form === 'json' ? [] : [{ ...given, value: plain }]),
      ...(form === 'markdown' ? [] : [{ ...given, field, value: json(rich) }]),
    ];
  }

  async add(id: string, values: readonly FieldValue[], place: string, verdict?: Verdict): Promise<void> {
    this.owner.options.signal?.throwIfAborted();
    if (!isItemId(id)) {
      return this.owner.lose(`${this.ownName}: items`, 'the id is empty, too long or has control characters', 1);
    }
    if (this.ids.has(id)) {
      this.twice ??= id;
      return this.owner.lose(`${this.ownName}: items`, `the id appears twice, such as ${this.twice}`, 1);
    }
    if (isPersonAddress(id) && !this.owner.isWanted(this.ownName)) {
      return this.owner.withhold(this.ownName, 'items whose ids are e-mail addresses of people');
    }
    const faulty = values.find(({ value }) => value !== undefined && hasForbiddenCharacter(value));
    if (faulty !== undefined) return this.owner.faulty(place, `${faulty.field} ${FORBIDDEN}`);
    this.ids.add(id);
    const spooled: Spooled[] = [];
    for (const { field, locale, value, only } of values.flatMap((each) => this.inForm(each))) {
      const { index, seen, key } = this.fieldOf(field, false);
      if (value === undefined) continue;
      if (key !== field && spooled.some(([other, at]) => other === index && at === (locale ?? 0))) {
        this.owner.lose(`${this.ownName}.${field}`, `the item has ${key}, too, which differs in case only`, 1);
        continue;
      }
      if (only !== 'localized') seen.add(value, locale);
      spooled.push(only === 'plain' ? [index, 0, value, true] : [index, locale ?? 0, value]);
    }
    this.owner.memory.item();
    const open = verdict?.is === 'open' ? verdict : undefined;
    if (open !== undefined) this.openFields.add(open.plain);
    const item: SpooledItem = open === undefined ? [id, place, spooled] : [id, place, spooled, open];
    await this.file.write(JSON.stringify(item));
  }
}

/** @param line as an intake wrote it. @throws SyntaxError for any other */
export function readSpooled(line: string): SpooledItem {
  const item: SpooledItem = JSON.parse(line);
  return item;
}
