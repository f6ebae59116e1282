/**
 * The items that wait → the files of an export, each value fitted to its field of the model.
 */
import { join } from 'node:path';
import { ExportError } from '../../../../src/content/errors/index.js';
import { LineFile, linesOf } from '../../parked/line-file.js';
import { isList, type Json } from '../../value/json.js';
import type { Link, Value } from '../../value/value.js';
import type { ModelField } from '../declarations/shape.js';
import type { ContentIntake } from '../intake/content-intake.js';
import { readSpooled, type SourceField, type Spooled } from '../intake/source-type.js';
import { LinkTargets } from '../model/infer-links.js';
import type { KeyLink } from '../model/key-links.js';
import type { Plan, PlannedField, PlannedType } from '../model/plan.js';
import { isSecretAddress } from '../privacy/accounts.js';
import { SECRET, withoutPrivate } from '../privacy/private.js';
import { fitValue, Misfit, type Resolved } from './field-value.js';

const shownMaximum = 100;

export interface WriteOptions {
  /** There already, and empty. */
  readonly folder: string;
  /** Whether the model was given: a value that does not fit it is refused. */
  readonly modelGiven: boolean;
  /** Fields that link by a key other than the id. */
  readonly keyLinks: ReadonlyMap<SourceField, KeyLink>;
}

/** @throws ExportError where values do not fit a model that was given */
export async function writeItems(content: ContentIntake, plan: Plan, options: WriteOptions): Promise<void> {
  const writer = new ItemWriter(content, plan, options);
  const kept = plan.types.filter((type) => type.kept);
  for (const [index, type] of kept.entries()) {
    content.progress('writing', index, kept.length);
    await writer.type(type);
  }
  for (const name of plan.emptyTypes) await new LineFile(join(options.folder, `${name}.ndjson`)).close();
  content.progress('writing', kept.length, kept.length);
  writer.tellLosses();
  writer.refuse();
}

/** Where a value stands, and of which item it is. */
interface Place {
  readonly place: string;
  readonly item: string;
}

function linkedBy(keyLink: KeyLink, [index, locale, value, isPlain]: Spooled): Spooled {
  const linked = keyLink.linked(value);
  return isPlain === true ? [index, locale, linked, true] : [index, locale, linked];
}

class ItemWriter {
  private readonly problems: string[] = [];
  private problemCount = 0;
  /** What is lost, and the first of it. */
  private readonly losses = new Map<string, { what: string; reason: string; count: number; first: string[] }>();
  private readonly keyByName: ReadonlyMap<string, string>;
  private readonly keptKeys: readonly string[];
  private readonly targets: LinkTargets;

  private readonly content: ContentIntake;
  private readonly plan: Plan;
  private readonly options: WriteOptions;

  constructor(content: ContentIntake, plan: Plan, options: WriteOptions) {
    this.content = content;
    this.plan = plan;
    this.options = options;
    this.keyByName = new Map(plan.types.filter(({ kept }) => kept).map(({ taken }) => [taken.name, taken.key]));
    this.keptKeys = [...this.keyByName.values()];
    this.targets = new LinkTargets(content.types.values());
  }

  async type({ taken, fields }: PlannedType): Promise<void> {
    const file = new LineFile(join(this.options.folder, `${taken.name}.ndjson`));
    const byIndex = [...fields].sort((a, b) => a.taken.index - b.taken.index);
    try {
      for await (const line of linesOf(taken.path)) {
        this.content.options.signal?.throwIfAborted();
        this.content.memory.item();
        const [id, place, spooled] = readSpooled(line);
        if (!taken.has(id)) continue;
        const byField = new Map<number, Spooled[]>();
        for (const each of spooled) {
          const there = byField.get(each[0]);
          if (there === undefined) byField.set(each[0], [each]);
          else there.push(each);
        }
        const members: [string, Json][] = [['id', id]];
        for (const planned of byIndex) {
          const spooledValues = byField.get(planned.taken.index);
          if (spooledValues === undefined || planned.field === undefined) continue;
          const keyLink = this.options.keyLinks.get(planned.taken);
          const values = keyLink === undefined ? spooledValues : spooledValues.map((each) => linkedBy(keyLink, each));
          const written = this.field(planned, planned.field, values, { place, item: `${taken.ownName}/${id}` });
          if (written !== undefined) members.push([planned.field.name, written]);
        }
        await file.write(JSON.stringify(Object.fromEntries(members)));
      }
      await file.close();
    } finally {
      await file.abandon();
    }
  }

  private field({ what }: PlannedField, field: ModelField, values: readonly Spooled[], place: Place): Json | undefined {
    const fallback = this.plan.defaultLocale;
    const byLocale = new Map<string, Value>();
    const plain = values.find(([, , , isPlain]) => isPlain === true)?.[2];
    for (const [, locale, value, isPlain] of values) {
      if (isPlain !== true) byLocale.set(locale === 0 ? (fallback ?? '') : locale, value);
    }
    if (field.localized !== true && plain !== undefined) {
      const text = JSON.stringify(plain);
      const others = [...byLocale.values()].filter((value) => JSON.stringify(value) !== text).length;
      this.loseLocales(what, others);
      return this.one(what, field, plain, place);
    }
    if (plain !== undefined && byLocale.size === 0) byLocale.set(fallback ?? '', plain);
    if (field.localized !== true) {
      const kept =
        byLocale.get(fallback ?? '') ??
        (byLocale.size === 1 && fallback === undefined ? [...byLocale.values()][0] : undefined);
      const others = byLocale.size - (kept === undefined ? 0 : 1);
      this.loseLocales(what, others);
      return kept === undefined ? undefined : this.one(what, field, kept, place);
    }
    const known = this.plan.locales?.map(({ code }) => code) ?? [];
    const written: [string, Json][] = [];
    for (const code of known) {
      const value = byLocale.get(code);
      const fitValue = value === undefined ? undefined : this.one(what, field, value, place);
      if (fitValue !== undefined) written.push([code, fitValue]);
      byLocale.delete(code);
    }
    for (const code of byLocale.keys())
      this.content.lose(what, `values of the locale ${code}, which is not in the model`, 1);
    return written.length === 0 ? undefined : Object.fromEntries(written);
  }

  private loseLocales(what: string, count: number): void {
    this.content.lose(what, 'values of other locales; the field is not localised', count);
  }

  private one(what: string, field: ModelField, value: Value, { place, item }: Place): Json | undefined {
    const written = fitValue(value, field, {
      zone: this.content.options.zone,
      resolve: (link, to) => this.resolve(link, to),
      dropped: (why, link) => {
        const items = `links to items ${why === 'missing' ? 'that are not in the export' : 'of a type that the field does not link to'}`;
        this.lose(what, `${items}${link.type === undefined ? '' : ` (${link.type})`}`, `${item} → ${link.id}`);
      },
    });
    if (!(written instanceof Misfit)) {
      if (field.type !== 'json' || written === undefined) return this.withoutSecrets(what, written);
      return withoutPrivate(
        written,
        what,
        (path) => this.content.isWanted(path),
        (path, reason) => this.content.withhold(path, reason),
      );
    }
    if (this.options.modelGiven) {
      this.problemCount += 1;
      if (this.problems.length < shownMaximum) this.problems.push(`${place}: ${what}: ${written.reason}`);
    } else {
      const example = `${place}: ${written.reason.replace(/ does not fit .*$/s, '')}`;
      this.lose(what, `values that do not fit a field of type ${field.type}`, example);
    }
    return undefined;
  }

  /** Of a field that is no secret as a whole: addresses that carry one. Texts in which they stand among others are not read. */
  private withoutSecrets(what: string, written: Json | undefined): Json | undefined {
    const isOut = (each: Json | undefined): boolean =>
      typeof each === 'string' && each.includes('://') && isSecretAddress(each) && !this.content.isWanted(what);
    const all = isList(written) ? written : [written];
    const count = all.filter(isOut).length;
    if (count === 0) return written;
    this.content.withhold(what, SECRET, count);
    return isList(written) && count < all.length ? written.filter((each) => !isOut(each)) : undefined;
  }

  private resolve(link: Link, to: readonly string[]): Resolved {
    const allowed = to.flatMap((name) => this.keyByName.get(name) ?? []);
    if (link.type !== undefined) {
      if (this.content.types.get(link.type)?.has(link.id) !== true) return 'missing';
      const name = this.content.types.get(link.type)?.name ?? link.type;
      return allowed.includes(link.type)
        ? { type: name, id: link.id }
        : this.keptKeys.includes(link.type)
          ? 'otherType'
          : 'missing';
    }
    const key = this.content.typeWith(link.id, allowed);
    const type = key === undefined ? undefined : this.content.types.get(key);
    if (type !== undefined) return { type: type.name, id: link.id };
    const found = this.targets.at(link.id);
    return found !== undefined && allowed.includes(found.type.key)
      ? { type: found.type.name, id: found.id }
      : 'missing';
  }

  private lose(what: string, reason: string, example: string): void {
    const key = `${what}: ${reason}`;
    const known = this.losses.get(key) ?? { what, reason, count: 0, first: [] };
    if (known.first.length < 3) known.first.push(example);
    known.count += 1;
    this.losses.set(key, known);
  }

  tellLosses(): void {
    for (const { what, reason, count, first } of this.losses.values())
      this.content.lose(what, `${reason}, such as ${first.join('; ')}`, count);
  }

  refuse(): void {
    if (this.problemCount === 0) return;
    const rest = this.problemCount - this.problems.length;
    const more = rest > 0 ? `\n… and ${rest} more` : '';
    throw new ExportError(
      `${this.problemCount} ${this.problemCount === 1 ? 'value does' : 'values do'} not fit the model, and nothing was written:\n${this.problems.join('\n')}${more}\nChange the content, or the field's type in the model.`,
    );
  }
}
