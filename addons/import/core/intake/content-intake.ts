/**
 * The content that a source hands in: its types, its locales, and reports of items that are left out or cannot be read.
 *
 * Elsewhere: the items of a type (source-type), counting the reports (report-counts), judging publication (privacy/publication).
 */
import { OperationError } from '../../../../src/content/errors/index.js';
import { encodeComponent } from '../../../../src/content/model/index.js';
import { MemoryKeeper } from '../../memory.js';
import { IdSet } from '../../spool/id-set.js';
import { readLines } from '../../spool/line-file.js';
import type { TextReport } from '../../text/converter.js';
import type { Json } from '../../value/json.js';
import type { Locale } from '../declarations/locales.js';
import { makeName, Names } from '../declarations/names.js';
import { isLeftOutType } from '../privacy/private-types.js';
import { Publication, type Verdict } from '../privacy/publication/index.js';
import { NonPublicItems } from './non-public-items.js';
import { ReportCounts } from './report-counts.js';
import type { Intake, IntakeOptions, TypeIntake } from './source.js';
import { readSpooled, SourceType } from './source-type.js';

const FAULT_MAXIMUM = 100;

export class ContentIntake implements Intake {
  readonly types = new Map<string, SourceType>();
  readonly reportCounts = new ReportCounts();
  readonly memory = new MemoryKeeper();
  readonly #names = new Names('type');
  /** Name of a type without overrides → ids of its items that were left out; also of those in doubt, which `nonPublicItems` lacks. */
  readonly #leftOutIds = new Map<string, IdSet>();
  localeList: readonly Locale[] = [];
  hasImageResources = false;
  private readonly faults: string[] = [];
  private faultCount = 0;

  readonly options: IntakeOptions;

  readonly publication: Publication;
  readonly nonPublicItems: NonPublicItems;

  constructor(options: IntakeOptions) {
    this.options = options;
    this.publication = new Publication(options);
    this.nonPublicItems = new NonPublicItems((typeName, id) =>
      [...this.types.values()].some((type) => type.name === typeName && type.has(id)),
    );
  }

  locales(locales: readonly Locale[]): void {
    this.localeList = locales;
  }

  imagesAsResources(): void {
    this.hasImageResources = true;
  }

  type(key: string, name: string = key): SourceType {
    const existingType = this.types.get(key);
    if (existingType !== undefined) return existingType;
    const ownName = makeName(name, 'type');
    const wantedName = this.options.overrides.of(ownName)?.name;
    const uniqueName = this.#names.take(wantedName ?? name);
    if (wantedName !== undefined && uniqueName !== wantedName)
      throw new OperationError(
        `the overrides give ${ownName} the name ${wantedName}, which another type has. Give it another name.`,
      );
    const messageName = wantedName === undefined ? uniqueName : ownName;
    const type = new SourceType(key, uniqueName, messageName, this.types.size, this);
    this.types.set(key, type);
    return type;
  }

  leaveOut(subject: string, reason: string, count = 1): void {
    this.reportCounts.add(subject, reason, count, { loss: false });
  }

  lose(subject: string, reason: string, count = 1): void {
    this.reportCounts.add(subject, reason, count, { loss: true });
  }

  loseInMarkdown(subject: string, reason: string): void {
    if (this.options.richText === 'markdown') this.lose(subject, reason);
    else this.note(`${subject}: only in the JSON: ${reason}`);
  }

  textReport(subject: string, place: string, isRich = false): TextReport {
    const isKeptAsJson = isRich && this.options.richText !== 'markdown';
    return {
      isChecked: this.options.checksTexts && !isKeptAsJson,
      lost: (reason, example) => {
        if (isKeptAsJson) return this.loseInMarkdown(subject, reason);
        const examples = example === undefined ? {} : { example: `${place}: ${example}` };
        this.reportCounts.add(subject, reason, 1, { loss: true, ...examples });
      },
      faulty: (reason) => this.faulty(`${place}, ${subject}`, reason),
      compared: (differences) => this.options.onComparedText?.(differences),
    };
  }

  withhold(subject: string, reason: string, count = 1): void {
    const kind = { loss: true, private: true, notPublic: true } as const;
    this.reportCounts.add(subject, `${reason}; --with ${subject} keeps it`, count, kind);
  }

  keepOut(type: string, id: string | undefined, why: string | Verdict, place: string): void {
    const subject = `${type}: items`;
    if (id !== undefined) this.#rememberLeftOut(type, id);
    if (typeof why !== 'string' && (why.is === 'doubt' || why.is === 'open')) {
      const reason = `nobody can tell by ${why.field} whether they are public; --with ${why.field} keeps them`;
      const example = `${place}: ${why.valueExcerpt}`;
      this.reportCounts.add(subject, reason, 1, { loss: true, private: true, notPublic: true, example });
      return;
    }
    this.reportCounts.add(subject, privateReason(why), 1, { loss: false, notPublic: true, example: place });
    const ownName = makeName(type, 'type');
    if (id !== undefined) this.nonPublicItems.add(this.options.overrides.of(ownName)?.name ?? ownName, id);
  }

  #rememberLeftOut(ownName: string, id: string): void {
    const ids = this.#leftOutIds.get(ownName) ?? new IdSet(ownName);
    ids.add(id);
    this.#leftOutIds.set(ownName, ids);
  }

  /** Whether any item of the type was left out as not public, or as in doubt. */
  hasLeftOut({ ownName }: SourceType): boolean {
    return this.#leftOutIds.has(ownName);
  }

  /** Whether the item was left out as not public, or as in doubt, and no other one has its id. */
  isLeftOut(type: SourceType, id: string): boolean {
    return this.#leftOutIds.get(type.ownName)?.has(id) === true && !type.has(id);
  }

  admit(
    { ownName }: TypeIntake,
    id: string,
    members: Iterable<readonly [string, Json]>,
    place: string,
    options?: { readonly isPublished: true },
  ): Verdict | undefined {
    const verdict = this.publication.judge(members, { type: ownName, isSurveyed: false, ...options });
    if (verdict.is !== 'private' && verdict.is !== 'doubt') return verdict;
    this.keepOut(ownName, id, verdict, place);
    return undefined;
  }

  /** Decides about the items whose publication depends on later items; called after all items were read. */
  async settle(): Promise<void> {
    for (const type of this.types.values()) {
      const decidingFields = [...type.openFields].filter((name) => this.publication.isEvident(type.ownName, name));
      if (decidingFields.length === 0) continue;
      for await (const line of readLines(type.path)) {
        const { id, place, open } = readSpooled(line);
        if (open === undefined || !decidingFields.includes(open.normalizedName)) continue;
        type.hide(id);
        this.keepOut(type.ownName, id, open, place);
      }
    }
    for (const { field, valueExcerpt, count } of this.publication.undecidedFields)
      this.note(`${field}: values such as ${valueExcerpt} say nothing of publication, so they keep nothing out`, count);
  }

  faulty(place: string, reason: string): void {
    this.faultCount += 1;
    if (this.faults.length < FAULT_MAXIMUM) this.faults.push(`  ${place}: ${reason}`);
    if (this.options.skipFaulty)
      this.lose('what cannot be read', `left out with --skip-faulty, such as ${this.faults[0]?.trim()}`);
  }

  /** @throws OperationError if something could not be read, unless `--skip-faulty` leaves it out */
  refuseFaults(): void {
    if (this.faultCount === 0 || this.options.skipFaulty) return;
    const hiddenCount = this.faultCount - this.faults.length;
    const more = hiddenCount > 0 ? `\n  … and ${hiddenCount} more` : '';
    const places = this.faultCount === 1 ? 'place' : 'places';
    throw new OperationError(
      `${this.faultCount} ${places} cannot be read, and nothing was written:\n${this.faults.join('\n')}${more}\nCorrect them, or leave them out with --skip-faulty.`,
    );
  }

  warn(subject: string): void {
    this.reportCounts.warnings.add(subject);
  }

  isWanted(subject: string): boolean {
    return this.options.overrides.of(subject)?.keep === true;
  }

  isLeftOutType(name: string): boolean {
    return isLeftOutType(name, this.options.overrides);
  }

  isUnwanted(subject: string): boolean {
    return this.options.overrides.of(subject)?.keep === false;
  }

  note(subject: string, count = 1): void {
    this.reportCounts.note(subject, count);
  }

  path(type: string, id: string): string {
    return `${this.options.linkRoot}/${this.type(type).name}/${encodeComponent(id)}`;
  }

  progress(step: string, done: number, total: number): void {
    this.options.signal?.throwIfAborted();
    this.options.onProgress?.(step, done, total);
  }

  /** @returns the key of the first of these types that has an item with the id */
  typeWith(id: string, keys: Iterable<string> = this.types.keys()): string | undefined {
    for (const key of keys) if (this.types.get(key)?.has(id) === true) return key;
    return undefined;
  }

  async close(): Promise<void> {
    for (const { file } of this.types.values()) await file.close();
  }

  /** Closes the files of spooled items; they can be removed afterwards. */
  async abandon(): Promise<void> {
    for (const { file } of this.types.values()) await file.abandon();
  }
}

/** @param why the source's own reason, or a verdict that does not depend on doubts */
function privateReason(why: string | Verdict): string {
  if (typeof why === 'string') return why;
  return why.is === 'private' ? why.reason : 'not public';
}
