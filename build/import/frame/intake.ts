/**
 * Takes what a source hands in: items wait in a file for each type, while what their values have in common is counted.
 *
 * In memory are the ids of all items and some numbers a field, however large the input.
 */
import { join } from 'node:path';
import { encodeComponent, isItemId } from '../../../src/content/model/index.js';
import { MemoryKeeper } from '../memory.js';
import type { Value } from '../value/value.js';
import { IdSet } from '../waiting/id-set.js';
import { LineFile } from '../waiting/line-file.js';
import { Names } from './names.js';
import { Observed } from './observed.js';
import type { FieldDeclaration, FieldValue, Intake, IntakeOptions, Locale, TypeIntake } from './source.js';
import { Tally } from './tally.js';

/** One value as it waits: the field's number, the locale or 0, the value, and whether it is for a field without locales. */
export type Spooled = readonly [field: number, locale: string | 0, value: Value, plain?: true];
export type SpooledItem = readonly [id: string, place: string, values: readonly Spooled[]];

export interface TakenField {
  readonly key: string;
  readonly index: number;
  declaration: FieldDeclaration;
  readonly seen: Observed;
}

export class TakenType implements TypeIntake {
  readonly fields = new Map<string, TakenField>();
  readonly ids: IdSet;
  readonly path: string;
  readonly file: LineFile;

  readonly key: string;
  readonly name: string;
  /** The first id that came again. */
  private twice: string | undefined;
  private readonly owner: TakenContent;

  constructor(key: string, name: string, number: number, owner: TakenContent) {
    this.key = key;
    this.name = name;
    this.owner = owner;
    this.ids = new IdSet(name);
    this.path = join(owner.options.workFolder, `${number}.ndjson`);
    this.file = new LineFile(this.path);
  }

  field(key: string, declaration: FieldDeclaration = {}): void {
    const field = this.fieldOf(key);
    field.declaration = { ...field.declaration, ...declaration };
  }

  private fieldOf(key: string): TakenField {
    const known = this.fields.get(key);
    if (known !== undefined) return known;
    const field = { key, index: this.fields.size, declaration: {}, seen: new Observed(this.owner.options.zone) };
    this.fields.set(key, field);
    return field;
  }

  async add(id: string, values: readonly FieldValue[], place: string): Promise<void> {
    this.owner.options.signal?.throwIfAborted();
    if (!isItemId(id)) {
      return this.owner.lose(`${this.name}: items`, 'the id is empty, too long or has control characters', 1);
    }
    if (this.ids.has(id)) {
      this.twice ??= id;
      return this.owner.lose(`${this.name}: items`, `the id appears twice, such as ${this.twice}`, 1);
    }
    this.ids.add(id);
    const spooled: Spooled[] = [];
    for (const { field, locale, value, only } of values) {
      const { index, seen } = this.fieldOf(field);
      if (value === undefined) continue;
      if (only !== 'localized') seen.add(value, locale);
      spooled.push(only === 'plain' ? [index, 0, value, true] : [index, locale ?? 0, value]);
    }
    this.owner.memory.item();
    const item: SpooledItem = [id, place, spooled];
    await this.file.write(JSON.stringify(item));
  }
}

export class TakenContent implements Intake {
  readonly types = new Map<string, TakenType>();
  readonly tally = new Tally();
  readonly memory = new MemoryKeeper();
  readonly #names = new Names('type');
  localeList: readonly Locale[] = [];
  hasImageResources = false;

  readonly options: IntakeOptions;

  constructor(options: IntakeOptions) {
    this.options = options;
  }

  locales(locales: readonly Locale[]): void {
    this.localeList = locales;
  }

  imagesAsResources(): void {
    this.hasImageResources = true;
  }

  type(key: string, name: string = key): TakenType {
    const known = this.types.get(key);
    if (known !== undefined) return known;
    const type = new TakenType(key, this.#names.take(name), this.types.size, this);
    this.types.set(key, type);
    return type;
  }

  leaveOut(what: string, reason: string, count = 1): void {
    this.tally.add(what, reason, count, false);
  }

  lose(what: string, reason: string, count = 1): void {
    this.tally.add(what, reason, count, true);
  }

  withhold(what: string, reason: string, count = 1): void {
    this.tally.add(what, `${reason}; --with ${what} keeps it`, count, true, true);
  }

  warn(what: string): void {
    this.tally.warnings.add(what);
  }

  isWanted(what: string): boolean {
    return this.options.with.has(what);
  }

  note(what: string, count = 1): void {
    this.tally.note(what, count);
  }

  path(type: string, id: string): string {
    return `${this.options.linkRoot}/${this.type(type).name}/${encodeComponent(id)}`;
  }

  progress(step: string, done: number, total: number): void {
    this.options.signal?.throwIfAborted();
    this.options.onProgress?.(step, done, total);
  }

  /** @returns the source's key of the first type, of those given, that has an item with the id */
  typeWith(id: string, among: Iterable<string> = this.types.keys()): string | undefined {
    for (const key of among) if (this.types.get(key)?.ids.has(id) === true) return key;
    return undefined;
  }

  async close(): Promise<void> {
    for (const { file } of this.types.values()) await file.close();
  }

  /** Lets go of the files in which items wait. */
  async abandon(): Promise<void> {
    for (const { file } of this.types.values()) await file.abandon();
  }
}
