/**
 * Takes what a source hands in: its types, the reports on items that are left out or cannot be read, and the locales.
 *
 * Elsewhere: the items of a type (taken-type), the sums of the reports (tally), judging publication (publication).
 */
import { OperationError } from '../../../../src/content/errors/index.js';
import { encodeComponent } from '../../../../src/content/model/index.js';
import { MemoryKeeper } from '../../memory.js';
import { linesOf } from '../../parked/line-file.js';
import type { TextReport } from '../../text/converter.js';
import type { Locale } from '../declarations/locales.js';
import { Names, nameOf } from '../declarations/names.js';
import { Publication, type Verdict } from '../privacy/publication/index.js';
import { NonPublicItems } from './non-public-items.js';
import { ReportCounts } from './report-counts.js';
import type { Intake, IntakeOptions } from './source.js';
import { readSpooled, SourceType } from './source-type.js';

const shownFaults = 100;

export class ContentIntake implements Intake {
  readonly types = new Map<string, SourceType>();
  readonly tally = new ReportCounts();
  readonly memory = new MemoryKeeper();
  readonly #names = new Names('type');
  localeList: readonly Locale[] = [];
  hasImageResources = false;
  private readonly faults: string[] = [];
  private faultCount = 0;

  readonly options: IntakeOptions;

  readonly publication: Publication;
  readonly judged: NonPublicItems;

  constructor(options: IntakeOptions) {
    this.options = options;
    this.publication = new Publication(options);
    this.judged = new NonPublicItems((type, id) =>
      [...this.types.values()].some((each) => each.name === type && each.has(id)),
    );
  }

  locales(locales: readonly Locale[]): void {
    this.localeList = locales;
  }

  imagesAsResources(): void {
    this.hasImageResources = true;
  }

  type(key: string, name: string = key): SourceType {
    const known = this.types.get(key);
    if (known !== undefined) return known;
    const ownName = nameOf(name, 'type');
    const wanted = this.options.overrides.of(ownName)?.name;
    const taken = this.#names.take(wanted ?? name);
    if (wanted !== undefined && taken !== wanted)
      throw new OperationError(
        `the overrides call ${ownName} ${wanted}, as another type is called. Give it another name.`,
      );
    const type = new SourceType(key, taken, wanted === undefined ? taken : ownName, this.types.size, this);
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

  textReport(what: string, place: string, isRich = false): TextReport {
    const isKeptAsJson = isRich && this.options.richText !== 'markdown';
    return {
      isChecked: this.options.checksTexts && !isKeptAsJson,
      lost: (reason, example) => {
        if (isKeptAsJson) return this.loseInMarkdown(what, reason);
        const shown = example === undefined ? {} : { example: `${place}: ${example}` };
        this.tally.add(what, reason, 1, { loss: true, ...shown });
      },
      faulty: (reason) => this.faulty(`${place}, ${what}`, reason),
      compared: (differences) => this.options.onComparedText?.(differences),
    };
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
