/**
 * Takes what a source hands in: items wait in a file for each type, while what their values have in common is counted.
 *
 * In memory are the ids of all items and some numbers a field, however large the input.
 */
import { join } from 'node:path';
import { OperationError } from '../../../src/content/errors/index.js';
import { encodeComponent, isItemId } from '../../../src/content/model/index.js';
import { MemoryKeeper } from '../memory.js';
import { IdSet } from '../parked/id-set.js';
import { LineFile } from '../parked/line-file.js';
import { json, type Value } from '../value/value.js';
import { Names, nameOf } from './names.js';
import { Observed } from './observed.js';
import { isPersonAddress, privateTypeBecause, type SeenField } from './private.js';
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

const shownFaults = 100;

export class TakenType implements TypeIntake {
  readonly fields = new Map<string, TakenField>();
  private readonly byLowerCase = new Map<string, TakenField>();
  readonly ids: IdSet;
  readonly path: string;
  readonly file: LineFile;

  readonly key: string;
  /** In the export. */
  readonly name: string;
  /** The same without overrides: by it, options and messages speak of it. */
  readonly ownName: string;
  /** The first id that came again. */
  private twice: string | undefined;
  private readonly owner: TakenContent;

  constructor(key: string, name: string, ownName: string, number: number, owner: TakenContent) {
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
  private fieldOf(key: string, isDeclared: boolean): TakenField {
    const known = this.fields.get(key) ?? (isDeclared ? undefined : this.byLowerCase.get(key.toLowerCase()));
    if (known !== undefined) return known;
    const field = { key, index: this.fields.size, declaration: {}, seen: new Observed(this.owner.options.zone) };
    this.fields.set(key, field);
    if (!this.byLowerCase.has(key.toLowerCase())) this.byLowerCase.set(key.toLowerCase(), field);
    return field;
  }

  get seenFields(): readonly SeenField[] {
    return [...this.fields.values()].map(({ key, declaration, seen }) => ({
      name: declaration.name ?? key,
      seen,
      shape: declaration.shape,
    }));
  }

  has(id: string): boolean {
    return this.ids.has(id);
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

  async add(id: string, values: readonly FieldValue[], place: string): Promise<void> {
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
  private readonly faults: string[] = [];
  private faultCount = 0;

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
    const ownName = nameOf(name, 'type');
    const wanted = this.options.overrides.of(ownName)?.name;
    const taken = this.#names.take(wanted ?? name);
    if (wanted !== undefined && taken !== wanted)
      throw new OperationError(
        `the overrides call ${ownName} ${wanted}, as another type is called. Give it another name.`,
      );
    const type = new TakenType(key, taken, wanted === undefined ? taken : ownName, this.types.size, this);
    this.types.set(key, type);
    return type;
  }

  leaveOut(what: string, reason: string, count = 1): void {
    this.tally.add(what, reason, count, false);
  }

  lose(what: string, reason: string, count = 1): void {
    this.tally.add(what, reason, count, true);
  }

  loseInMarkdown(what: string, reason: string): void {
    if (this.options.richText === 'markdown') this.lose(what, reason);
    else this.note(`${what}: only in the JSON: ${reason}`);
  }

  withhold(what: string, reason: string, count = 1): void {
    this.tally.add(what, `${reason}; --with ${what} keeps it`, count, true, true);
  }

  faulty(place: string, reason: string): void {
    this.faultCount += 1;
    if (this.faults.length < shownFaults) this.faults.push(`  ${place}: ${reason}`);
    if (this.options.skipFaulty)
      this.lose('what cannot be read', `left out with --skip-faulty, such as ${this.faults[0]?.trim()}`);
  }

  /** @throws OperationError where something could not be read, and is not to be left out */
  refuseFaults(): void {
    if (this.faultCount === 0 || this.options.skipFaulty) return;
    const more = this.faultCount > this.faults.length ? `\n  … and ${this.faultCount - this.faults.length} more` : '';
    throw new OperationError(
      `${this.faultCount} ${this.faultCount === 1 ? 'place' : 'places'} cannot be read, and nothing was written:\n${this.faults.join('\n')}${more}\nCorrect them, or leave them out with --skip-faulty.`,
    );
  }

  warn(what: string): void {
    this.tally.warnings.add(what);
  }

  isWanted(what: string): boolean {
    return this.options.overrides.of(what)?.keep === true;
  }

  isUnwanted(what: string): boolean {
    return this.options.overrides.of(what)?.keep === false;
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
