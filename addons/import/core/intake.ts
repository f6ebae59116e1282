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
import { LineFile, linesOf } from '../parked/line-file.js';
import { json, type Value } from '../value/value.js';
import { Judged } from './judged.js';
import { Names, nameOf } from './names.js';
import { Observed } from './observed.js';
import { isPersonAddress, privateTypeBecause, type SeenField } from './private.js';
import { Publication, type Verdict } from './publication/index.js';
import type { FieldDeclaration, FieldValue, Intake, IntakeOptions, Locale, TypeIntake } from './source.js';
import { Tally } from './tally.js';

/** One value as it waits: the field's number, the locale or 0, the value, and whether it is for a field without locales. */
export type Spooled = readonly [field: number, locale: string | 0, value: Value, plain?: true];
export type SpooledItem = readonly [id: string, place: string, values: readonly Spooled[], open?: OpenVerdict];

/** A verdict that depends on later items. */
export type OpenVerdict = Extract<Verdict, { readonly is: 'open' }>;

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

  readonly publication: Publication;
  readonly judged: Judged;

  constructor(options: IntakeOptions) {
    this.options = options;
    this.publication = new Publication(options);
    this.judged = new Judged((type, id) => [...this.types.values()].some((each) => each.name === type && each.has(id)));
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
    this.tally.add(what, reason, count, { loss: false });
  }

  lose(what: string, reason: string, count = 1): void {
    this.tally.add(what, reason, count, { loss: true });
  }

  loseInMarkdown(what: string, reason: string): void {
    if (this.options.richText === 'markdown') this.lose(what, reason);
    else this.note(`${what}: only in the JSON: ${reason}`);
  }

  withhold(what: string, reason: string, count = 1): void {
    const kind = { loss: true, private: true, notPublic: true } as const;
    this.tally.add(what, `${reason}; --with ${what} keeps it`, count, kind);
  }

  keepOut(type: string, id: string | undefined, why: string | Verdict, place: string): void {
    const what = `${type}: items`;
    if (typeof why !== 'string' && (why.is === 'doubt' || why.is === 'open')) {
      const reason = `nobody can tell by ${why.field} whether they are public; --with ${why.field} keeps them`;
      const example = `${place}: ${why.shown}`;
      this.tally.add(what, reason, 1, { loss: true, private: true, notPublic: true, example });
      return;
    }
    const reason = typeof why === 'string' ? why : why.is === 'private' ? why.reason : 'not public';
    this.tally.add(what, reason, 1, { loss: false, notPublic: true, example: place });
    const ownName = nameOf(type, 'type');
    if (id !== undefined) this.judged.add(this.options.overrides.of(ownName)?.name ?? ownName, id);
  }

  /** Decides what depended on later items, once all are there. */
  async settle(): Promise<void> {
    for (const type of this.types.values()) {
      const decided = [...type.openFields].filter((plain) => this.publication.isEvident(type.ownName, plain));
      if (decided.length === 0) continue;
      for await (const line of linesOf(type.path)) {
        const [id, place, , open] = readSpooled(line);
        if (open === undefined || !decided.includes(open.plain)) continue;
        type.hide(id);
        this.keepOut(type.ownName, id, open, place);
      }
    }
    for (const { field, shown, count } of this.publication.silent)
      this.note(`${field}: values such as ${shown} say nothing of publication, so they keep nothing out`, count);
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
    for (const key of among) if (this.types.get(key)?.has(id) === true) return key;
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

/** @param line as an intake wrote it. @throws SyntaxError for any other */
export function readSpooled(line: string): SpooledItem {
  const item: SpooledItem = JSON.parse(line);
  return item;
}
