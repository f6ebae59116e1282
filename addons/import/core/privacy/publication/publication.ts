/**
 * The verdict on an item: public, private, or in doubt, by all of its fields that decide about publication.
 *
 * Doubt keeps an item out. A name such as `status` has many meanings, so it decides only in a type in which one of its values is
 * a word of publication. A source that reads its input twice surveys all items first. Other sources get the verdict `open`,
 * which the import settles when all items are read.
 * Elsewhere: judging each field (judged-fields), settling open verdicts (intake/content-intake).
 */
import { excerpt } from '../../../../../src/content/errors/index.js';
import type { Json } from '../../../value/json.js';
import { makeName } from '../../declarations/names.js';
import type { Overrides } from '../../declarations/overrides.js';
import type { DecidingField, ItemKind, TimeOption } from './deciding-field.js';
import { findDecidingFields, isCertain } from './fields.js';
import { type Clock, type Judgement, judgeValue } from './judge.js';
import { FieldJudge, type JudgedField } from './judged-fields.js';

export type Verdict =
  | { readonly is: 'public' }
  /** The item is left out. */
  | { readonly is: 'private'; readonly reason: string }
  /** The value cannot be judged, so the item is left out. `field`: its name in options, `type.field`. */
  | { readonly is: 'doubt'; readonly field: string; readonly valueExcerpt: string }
  /** The verdict depends on later items: if the field turns out to decide, the item is left out. */
  | { readonly is: 'open'; readonly field: string; readonly normalizedName: string; readonly valueExcerpt: string };

const PUBLIC: Verdict = { is: 'public' };

export interface PublicationOptions extends Clock {
  readonly withExpired: boolean;
  readonly withFuture: boolean;
  readonly overrides: Overrides;
}

/** Facts about an item that its fields do not say. */
export interface ItemContext {
  /** Name of the type in messages and options. */
  readonly type: string;
  /** Default: `records`. */
  readonly itemKind?: ItemKind;
  /** Whether its system says that the item is published: then empty fields are ignored. */
  readonly isPublished?: boolean;
  /** A day in the name of the item's file, used if no field has one. */
  readonly day?: string | undefined;
  /** Whether all items of the type were surveyed. */
  readonly isSurveyed: boolean;
}

/** Facts about an item at the first of two readings. */
export type SurveyContext = Omit<ItemContext, 'isSurveyed'>;

export class Publication {
  readonly #options: PublicationOptions;
  readonly #fieldJudge: FieldJudge;
  /** `type.field` of fields that have a word of publication. */
  readonly #evidentFields = new Set<string>();
  /** `type.field` of fields whose values left a verdict open: an excerpt of the first value, and the number of values. */
  readonly #openFields = new Map<string, { readonly valueExcerpt: string; count: number }>();
  #nextMs: number | undefined;
  #isCounting = true;

  constructor(options: PublicationOptions) {
    this.#options = options;
    this.#fieldJudge = new FieldJudge(options);
  }

  /** The next time at which an item will be published or expire, in milliseconds since 1970. */
  get nextMs(): number | undefined {
    return this.#nextMs;
  }

  /** Learns from one item which fields of its type decide. */
  survey(type: string, members: Iterable<readonly [string, Json]>, itemKind: ItemKind = 'records'): void {
    this.#learn(type, this.#fieldJudge.judgeFields(members, itemKind));
  }

  #learn(type: string, judgedFields: readonly JudgedField[]): void {
    for (const { normalizedName, field, judgement } of judgedFields)
      if (isEvidence(field, judgement)) this.#evidentFields.add(`${type}.${normalizedName}`);
  }

  /** Whether the type has an item in which this field is a word of publication. */
  isEvident(type: string, normalizedName: string): boolean {
    return this.#evidentFields.has(`${type}.${normalizedName}`);
  }

  /** Surveys an item at the first of two readings. @returns its verdict; an open one is settled by `isKeptOut` */
  judgeInSurvey(members: readonly (readonly [string, Json])[], context: SurveyContext): Verdict {
    this.survey(context.type, members, context.itemKind);
    const wasCounting = this.#isCounting;
    this.#isCounting = false;
    const verdict = this.judge(members, { ...context, isSurveyed: false });
    this.#isCounting = wasCounting;
    return verdict;
  }

  /** Whether an item with this verdict of `judgeInSurvey` is left out; called when all items were surveyed. */
  isKeptOut(type: string, verdict: Verdict): boolean {
    if (verdict.is === 'open') return this.isEvident(type, verdict.normalizedName);
    return verdict.is !== 'public';
  }

  /**
   * The verdict on a value that the source itself cannot judge.
   *
   * @param field its name in options, `type.field`
   */
  judgeUnreadable(field: string, value: Json | undefined): Verdict {
    if (this.#isLetIn(field)) return PUBLIC;
    return { is: 'doubt', field, valueExcerpt: excerptOf(value) };
  }

  /** The verdict on an item. Also learns from it which fields of its type decide. */
  judge(members: Iterable<readonly [string, Json]>, context: ItemContext): Verdict {
    const { type, itemKind = 'records', isSurveyed } = context;
    const judgedFields = this.#fieldJudge
      .judgeFields(members, itemKind)
      .filter(({ name }) => this.#isDecisionAllowed(type, name));
    this.#learn(type, judgedFields);
    const relevantFields = judgedFields.filter(({ field }) => !isReplaced(field, judgedFields));
    const verdicts = relevantFields.map((judgedField) => this.#judgeField(judgedField, context, judgedFields));

    const privateVerdict = verdicts.find(({ is }) => is === 'private');
    if (privateVerdict !== undefined) {
      this.#noteBeginning(relevantFields, verdicts);
      return privateVerdict;
    }
    const doubt = verdicts.find(({ is }) => is === 'doubt');
    if (doubt !== undefined) return doubt;

    const hasBeginning = relevantFields.some(
      ({ field, judgement }) => field.effect === 'begins' && !isExplicitlyPublic(judgement),
    );
    const dayVerdict = hasBeginning ? undefined : this.#judgeDay(context);
    if (dayVerdict !== undefined) return dayVerdict;
    for (const { judgement } of relevantFields)
      if (judgement.is === 'public' && judgement.untilMs !== undefined) this.#noteChange(judgement.untilMs);
    const openVerdict = verdicts.find(({ is }) => is === 'open');
    return openVerdict === undefined || isSurveyed ? PUBLIC : openVerdict;
  }

  /** Notes when a private item will be published: at the latest of its times, if times alone keep it out. */
  #noteBeginning(relevantFields: readonly JudgedField[], verdicts: readonly Verdict[]): void {
    let latestMs = Number.NEGATIVE_INFINITY;
    for (const [index, { judgement }] of relevantFields.entries()) {
      const verdict = verdicts[index];
      if (verdict?.is === 'doubt') return;
      if (verdict?.is !== 'private') continue;
      if (judgement.is !== 'private' || judgement.fromMs === undefined) return;
      latestMs = Math.max(latestMs, judgement.fromMs);
    }
    this.#noteChange(latestMs);
  }

  #noteChange(ms: number): void {
    if (ms > this.#options.nowMs && ms < (this.#nextMs ?? Number.POSITIVE_INFINITY)) this.#nextMs = ms;
  }

  /** Judges the day in the name of a file, as if it were the page's `date`. */
  #judgeDay({ day }: ItemContext): Verdict | undefined {
    if (day === undefined || dateField === undefined || this.#options.withFuture) return undefined;
    const judgement = judgeValue(dateField, day, this.#options);
    if (judgement.is !== 'private') return undefined;
    if (judgement.fromMs !== undefined) this.#noteChange(judgement.fromMs);
    return { is: 'private', reason: judgement.reason };
  }

  #judgeField(judgedField: JudgedField, context: ItemContext, judgedFields: readonly JudgedField[]): Verdict {
    const { field, name, normalizedName, value, judgement } = judgedField;
    const { type, itemKind = 'records', isPublished = false, isSurveyed } = context;
    if (judgement.is === 'public') return PUBLIC;
    if (judgement.is === 'private' && this.#isTimeIgnored(judgement.option)) return PUBLIC;

    const isDeciding = isCertain(field, itemKind) || this.isEvident(type, normalizedName);
    if (judgement.is === 'private') {
      const isConclusive = judgement.isConditional !== true || isDeciding;
      return isConclusive ? { is: 'private', reason: judgement.reason } : this.#leaveOpen(judgedField, type);
    }

    const isUnset = judgement.isUnset === true;
    const isUnsetInRecord = isUnset && itemKind === 'records';
    const isPublicElsewhere = isPublished || judgedFields.some((other) => isExplicitlyPublic(other.judgement));
    if (isUnsetInRecord && (field.mayBeUnset === true || isPublicElsewhere)) return PUBLIC;
    if (isDeciding || judgement.isMistyped === true) return this.judgeUnreadable(`${type}.${makeName(name)}`, value);
    return isUnset && isSurveyed ? PUBLIC : this.#leaveOpen(judgedField, type);
  }

  /** @returns the verdict on a value that counts only if a later item shows that its field decides */
  #leaveOpen({ name, normalizedName, value }: JudgedField, type: string): Verdict {
    const field = `${type}.${makeName(name)}`;
    if (this.#isLetIn(field)) return PUBLIC;
    const valueExcerpt = excerptOf(value);
    if (this.#isCounting) {
      const openField = this.#openFields.get(`${type}.${normalizedName}`);
      if (openField === undefined) this.#openFields.set(`${type}.${normalizedName}`, { valueExcerpt, count: 1 });
      else openField.count += 1;
    }
    return { is: 'open', field, normalizedName, valueExcerpt };
  }

  /** @returns fields with a name of the table, none of whose values is a word of publication; called when all items are read */
  get undecidedFields(): readonly { readonly field: string; readonly valueExcerpt: string; readonly count: number }[] {
    return [...this.#openFields]
      .filter(([field]) => !this.#evidentFields.has(field))
      .map(([field, { valueExcerpt, count }]) => ({ field, valueExcerpt, count }));
  }

  #isTimeIgnored(option: TimeOption | undefined): boolean {
    const { withExpired, withFuture } = this.#options;
    return (option === '--with-expired' && withExpired) || (option === '--with-future' && withFuture);
  }

  /** Whether `--with` keeps items in doubt. Called only for doubt: an option that is never asked for is reported as useless. */
  #isLetIn(field: string): boolean {
    return this.#options.overrides.of(field)?.keep === true;
  }

  #isDecisionAllowed(type: string, name: string): boolean {
    return this.#options.overrides.of(`${type}.${makeName(name)}`)?.decides !== false;
  }
}

const excerptOf = (value: Json | undefined): string => excerpt(JSON.stringify(value) ?? 'nothing');

const dateField = findDecidingFields('pages').get('date')?.[0];

/** Whether the value shows that its field is about publication. */
function isEvidence(field: DecidingField, judgement: Judgement): boolean {
  if (field.effect !== 'status') return judgement.is !== 'doubt';
  if (judgement.is === 'private') return judgement.isConditional !== true;
  return isExplicitlyPublic(judgement);
}

/** Whether the field counts only as a fallback, and another field of the item has the same effect. */
const isReplaced = (fallback: DecidingField, judgedFields: readonly JudgedField[]): boolean =>
  fallback.isFallback === true &&
  judgedFields.some(
    ({ field, judgement }) =>
      field.effect === fallback.effect &&
      field.isFallback !== true &&
      // `published: true` has no time.
      !isExplicitlyPublic(judgement),
  );

const isExplicitlyPublic = (judgement: Judgement): boolean => judgement.is === 'public' && judgement.isExplicit;
