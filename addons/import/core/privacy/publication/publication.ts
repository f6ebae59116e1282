/**
 * Whether items are public, by all the fields of an item that decide it: one judge for every source.
 *
 * What cannot be judged keeps an item out. A name such as `status` may mean anything, so it decides only in a type in which
 * one of its values is a word of publication. A source that reads twice says so of all items first (`survey`); to any
 * other the judge says `open`, and the frame asks again once all items are there.
 */
import { excerpt } from '../../../../../src/content/errors/index.js';
import { isObject, type Json, readMembers } from '../../../value/json.js';
import { nameOf } from '../../declarations/names.js';
import type { Overrides } from '../../declarations/overrides.js';
import {
  type DecidingField,
  findDecidingFields,
  type ItemKind,
  isCertain,
  plainName,
  type TimeOption,
} from './fields.js';
import { type Clock, type Judgement, judgeValue } from './judge.js';

export type Verdict =
  | { readonly is: 'public' }
  /** The item is to be left out. */
  | { readonly is: 'private'; readonly reason: string }
  /** Nobody can tell: it is to be left out, too. `field`: by which options speak of it. */
  | { readonly is: 'doubt'; readonly field: string; readonly shown: string }
  /** It depends on items that come later. */
  | { readonly is: 'open'; readonly field: string; readonly plain: string; readonly shown: string };

const PUBLIC: Verdict = { is: 'public' };

export interface PublicationOptions extends Clock {
  readonly withExpired: boolean;
  readonly withFuture: boolean;
  readonly overrides: Overrides;
}

/** What a source knows of an item besides. */
export interface ItemContext {
  /** As messages and options call the type. */
  readonly type: string;
  readonly itemKind?: ItemKind;
  /** Its system says that it is published: fields that are empty say nothing then. */
  readonly isPublished?: boolean;
  /** A day in its name, where no field says one. */
  readonly day?: string | undefined;
  /** Whether all items of the type were looked at. */
  readonly isSurveyed: boolean;
}

/** How a source that reads twice judges an item at first; what is open then is asked of `isKeptOut`. */
export type SurveyContext = Omit<ItemContext, 'isSurveyed'>;

interface Told {
  readonly field: DecidingField;
  readonly name: string;
  readonly plain: string;
  readonly value: Json;
  readonly judgement: Judgement;
}

export class Publication {
  readonly #options: PublicationOptions;
  /** By the names as they are written. */
  readonly #rules = {
    pages: new Map<string, DecidingField | null>(),
    records: new Map<string, DecidingField | null>(),
  };
  /** `type.field` of fields that have a word of publication. */
  readonly #evident = new Set<string>();
  /** `type.field` of fields that have none, as far as was seen, and a value of each. */
  readonly #others = new Map<string, { readonly shown: string; count: number }>();
  #nextMs: number | undefined;
  #isCounting = true;

  constructor(options: PublicationOptions) {
    this.#options = options;
  }

  /** When an item, as it is now, is to be published or to expire next, in milliseconds since 1970. */
  get nextMs(): number | undefined {
    return this.#nextMs;
  }

  /** Learns from an item what the fields of its type speak of. */
  survey(type: string, members: Iterable<readonly [string, Json]>, itemKind: ItemKind = 'records'): void {
    for (const { plain, field, judgement } of this.#told(members, itemKind)) this.#learn(type, plain, field, judgement);
  }

  #learn(type: string, plain: string, field: DecidingField, judgement: Judgement): void {
    const isWord =
      field.effect === 'status'
        ? (judgement.is === 'private' && judgement.isSoft !== true) || (judgement.is === 'public' && judgement.said)
        : judgement.is !== 'doubt';
    if (isWord) this.#evident.add(`${type}.${plain}`);
  }

  isEvident(type: string, plain: string): boolean {
    return this.#evident.has(`${type}.${plain}`);
  }

  /** Looks at an item of a first reading, and judges it as far as it can be. */
  judgeInSurvey(members: readonly (readonly [string, Json])[], known: SurveyContext): Verdict {
    this.survey(known.type, members, known.itemKind);
    const count = this.#isCounting;
    this.#isCounting = false;
    const verdict = this.judge(members, { ...known, isSurveyed: false });
    this.#isCounting = count;
    return verdict;
  }

  /** Whether what was judged at a first reading is kept out, now that all of it was read. */
  isKeptOut(type: string, verdict: Verdict): boolean {
    if (verdict.is === 'open') return this.isEvident(type, verdict.plain);
    return verdict.is !== 'public';
  }

  /**
   * What a system says itself of an item, in a form that nobody can read.
   *
   * @param field by which options speak of it
   */
  judgeUnreadable(field: string, value: Json | undefined): Verdict {
    const shown = shownOf(value);
    return this.#options.overrides.of(field)?.keep === true ? PUBLIC : { is: 'doubt', field, shown };
  }

  judge(members: Iterable<readonly [string, Json]>, known: ItemContext): Verdict {
    const { type, itemKind = 'records', isSurveyed } = known;
    const all = this.#told(members, itemKind).filter(({ name }) => this.#decides(type, name));
    for (const { plain, field, judgement } of all) this.#learn(type, plain, field, judgement);
    const counted = all.filter(({ field }) => !field.isLast || !all.some((other) => isOther(other, field)));
    const verdicts = counted.map((told) => this.#one(told, known, all));
    const private_ = verdicts.find(({ is }) => is === 'private');
    if (private_ !== undefined) {
      this.#willBegin(counted, verdicts);
      return private_;
    }
    const doubt = verdicts.find(({ is }) => is === 'doubt');
    if (doubt !== undefined) return doubt;
    const saysDay = counted.some(({ field, judgement }) => field.effect === 'begins' && !saysSo(judgement));
    const late = saysDay ? undefined : this.#byDay(known);
    if (late !== undefined) return late;
    for (const { judgement } of counted)
      if (judgement.is === 'public' && judgement.untilMs !== undefined) this.#next(judgement.untilMs);
    const open = verdicts.find(({ is }) => is === 'open');
    return open === undefined || isSurveyed ? PUBLIC : open;
  }

  /** Where nothing else keeps it out, it is public once its time has come. */
  #willBegin(counted: readonly Told[], verdicts: readonly Verdict[]): void {
    const times = counted.flatMap(({ judgement }, index) => {
      const is = verdicts[index]?.is;
      if (is === 'doubt') return [Number.NaN];
      if (is !== 'private') return [];
      return [judgement.is === 'private' && judgement.fromMs !== undefined ? judgement.fromMs : Number.NaN];
    });
    const last = Math.max(...times);
    if (!Number.isNaN(last)) this.#next(last);
  }

  #next(ms: number): void {
    if (ms > this.#options.nowMs && ms < (this.#nextMs ?? Number.POSITIVE_INFINITY)) this.#nextMs = ms;
  }

  #byDay({ day }: ItemContext): Verdict | undefined {
    const field = table.pages.get('date');
    if (day === undefined || field === undefined || this.#options.withFuture) return undefined;
    const judgement = judgeValue(field, day, this.#options);
    if (judgement.is !== 'private') return undefined;
    if (judgement.fromMs !== undefined) this.#next(judgement.fromMs);
    return { is: 'private', reason: judgement.reason };
  }

  #one({ field, name, plain, value, judgement }: Told, known: ItemContext, all: readonly Told[]): Verdict {
    const { type, itemKind = 'records', isPublished = false, isSurveyed } = known;
    if (judgement.is === 'public' || (judgement.is === 'private' && this.#isAllowed(judgement.option))) return PUBLIC;
    const isSoft = judgement.is === 'private' && judgement.isSoft === true;
    if (judgement.is === 'private' && !isSoft) return { is: 'private', reason: judgement.reason };
    const speaks = isCertain(field, itemKind) || this.isEvident(type, plain);
    if (isSoft && speaks) return { is: 'private', reason: judgement.reason };
    const what = `${type}.${nameOf(name)}`;
    // Asked only where there is doubt, so that a name that changes nothing is told.
    const isLetIn = (): boolean => this.#options.overrides.of(what)?.keep === true;
    const shown = shownOf(value);
    if (judgement.is === 'doubt') {
      const isEmpty = judgement.isUnset === true && itemKind === 'records';
      if (isEmpty && (field.mayBeUnset === true || isPublished || saysPublished(all))) return PUBLIC;
      if (speaks || judgement.isFirm === true) return isLetIn() ? PUBLIC : { is: 'doubt', field: what, shown };
      if (judgement.isUnset === true && isSurveyed) return PUBLIC;
    }
    if (isLetIn()) return PUBLIC;
    const seen = this.#others.get(`${type}.${plain}`);
    if (seen === undefined && this.#isCounting) this.#others.set(`${type}.${plain}`, { shown, count: 1 });
    else if (seen !== undefined && this.#isCounting) seen.count += 1;
    return { is: 'open', field: what, plain, shown };
  }

  /** @returns fields named like those that decide, whose values say nothing of it, once all items are there */
  get silent(): readonly { readonly field: string; readonly shown: string; readonly count: number }[] {
    return [...this.#others]
      .filter(([field]) => !this.#evident.has(field))
      .map(([field, { shown, count }]) => ({ field, shown, count }));
  }

  #isAllowed(option: TimeOption | undefined): boolean {
    const { withExpired, withFuture } = this.#options;
    return (option === '--with-expired' && withExpired) || (option === '--with-future' && withFuture);
  }

  #decides(type: string, name: string): boolean {
    return this.#options.overrides.of(`${type}.${nameOf(name)}`)?.decides !== false;
  }

  #told(members: Iterable<readonly [string, Json]>, itemKind: ItemKind): readonly Told[] {
    const told: Told[] = [];
    const tell = (name: string, value: Json, within = ''): void => {
      const field = this.#ruleOf(within + name, itemKind);
      if (field !== undefined)
        told.push({
          field,
          name: within === '' ? name : 'build',
          plain: within + plainName(name),
          value,
          judgement: judgeValue(field, value, this.#options),
        });
    };
    for (const [name, value] of members) {
      if (itemKind === 'pages' && plainName(name) === 'build') {
        if (isObject(value)) for (const [inner, each] of readMembers(value)) tell(inner, each, 'build.');
        else tell('render', value, 'build.');
      } else tell(name, value);
    }
    return told;
  }

  #ruleOf(name: string, itemKind: ItemKind): DecidingField | undefined {
    const rules = this.#rules[itemKind];
    const known = rules.get(name);
    if (known !== undefined) return known ?? undefined;
    const within = name.startsWith('build.') ? 'build.' : '';
    const field = table[itemKind].get(within + plainName(name.slice(within.length)));
    rules.set(name, field ?? null);
    return field;
  }
}

const shownOf = (value: Json | undefined): string => excerpt(JSON.stringify(value) ?? 'nothing');

const table = { pages: findDecidingFields('pages'), records: findDecidingFields('records') };

const isOther = ({ field, judgement }: Told, { effect }: DecidingField): boolean =>
  field.effect === effect &&
  field.isLast !== true &&
  // `published: true` says no time.
  !saysSo(judgement);

const saysSo = (judgement: Judgement): boolean => judgement.is === 'public' && judgement.said;
const saysPublished = (all: readonly Told[]): boolean => all.some(({ judgement }) => saysSo(judgement));
