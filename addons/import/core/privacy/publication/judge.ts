/**
 * The judgement of one value of a deciding field: public, private, or in doubt, by the field's effect.
 *
 * Elsewhere: the effects of fields (fields), words of publication (words), the verdict on the whole item (publication).
 */
import { isList, isObject, type Json } from '../../../value/json.js';
import { readWrittenTime } from '../../../value/written-times.js';
import { type DecidingField, MEMBERS, type TimeOption } from './deciding-field.js';
import { findStatus, readTruth } from './words.js';
import { unwrapValue } from './wrapped-values.js';

export type Judgement =
  /** `isExplicit`: the value is a word for public. `untilMs`: the item expires then, in milliseconds since 1970. */
  | { readonly is: 'public'; readonly isExplicit: boolean; readonly untilMs?: number }
  | {
      readonly is: 'private';
      readonly reason: string;
      /** The judgement counts only if the field is shown to be about publication. */
      readonly isConditional?: true;
      /** The item is published then, in milliseconds since 1970. */
      readonly fromMs?: number;
      /** The option that keeps items in spite of this time. */
      readonly option?: TimeOption | undefined;
    }
  /** `isUnset`: the value is empty. `isMistyped`: the value is nearly a word of publication. */
  | { readonly is: 'doubt'; readonly isUnset?: true; readonly isMistyped?: true };

export interface Clock {
  readonly nowMs: number;
  /** IANA name of the zone of times without a zone. */
  readonly zone: string;
}

/** The first and the last moment that a written time may mean, in milliseconds since 1970. */
type Span = readonly [earliestMs: number, latestMs: number];

const DOUBT: Judgement = { is: 'doubt' };
const EXPLICITLY_PUBLIC: Judgement = { is: 'public', isExplicit: true };
const PUBLIC: Judgement = { is: 'public', isExplicit: false };

/** Judges a value of the field, without regard to the item's other fields. */
export function judgeValue(field: DecidingField, writtenValue: Json, clock: Clock): Judgement {
  const value = unwrapValue(writtenValue);
  if (field.effect === 'locks') return judgeLock(field, value);
  if (field.effect === 'groups') return judgeGroups(field, value);
  if (isUnset(value) || (field.isZeroUnset === true && Number(value) === 0)) return { is: 'doubt', isUnset: true };
  const privateJudgement: Judgement = { is: 'private', reason: reasonWithOption(field), option: field.option };
  switch (field.effect) {
    case 'hides': {
      const isHidden = truthIn(value, true) ?? isPrivateWord(value);
      if (isHidden === undefined) return DOUBT;
      return isHidden ? privateJudgement : PUBLIC;
    }
    case 'shows': {
      const isShown = truthIn(value, false) ?? isPublicWord(value);
      if (isShown === undefined) return judgeBeginning(field, value, clock);
      return isShown ? EXPLICITLY_PUBLIC : privateJudgement;
    }
    case 'begins': {
      const hasBegun = typeof value === 'number' ? undefined : (truthIn(value, false) ?? isPublicWord(value));
      if (hasBegun === undefined) return judgeBeginning(field, value, clock);
      return hasBegun ? EXPLICITLY_PUBLIC : { is: 'private', reason: 'not published' };
    }
    case 'waits': {
      const isWaiting = typeof value === 'number' ? undefined : truthIn(value, true);
      if (isWaiting === undefined) return judgeBeginning(field, value, clock);
      return isWaiting ? privateJudgement : PUBLIC;
    }
    case 'ends':
      return judgeEnd(value, clock, privateJudgement);
    case 'status':
      return judgeStatus(field, value);
    case 'address':
      return judgeAddress(value, privateJudgement);
    case 'render':
      return typeof value === 'object' ? DOUBT : judgeRender(String(value), privateJudgement);
  }
}

/** Whether the value is empty. Databases write `0000-00-00 00:00:00` for a time that is not set. */
const isUnset = (value: Json): boolean =>
  value === null || value === '' || (typeof value === 'string' && /^0000-00-00(?:[T ]00:00(?::00)?Z?)?$/.test(value));

function judgeLock({ reason }: DecidingField, value: Json): Judgement {
  if (value === null || value === '' || value === false) return PUBLIC;
  return typeof value === 'object' ? DOUBT : { is: 'private', reason };
}

const ALL_VISITORS = /^(?:|null|false|0|-1|all|public|everyone|anyone|anonymous|none)$/i;

/** A list of groups, roles or levels that may read the item. */
function judgeGroups({ reason, publicGroups = ALL_VISITORS }: DecidingField, value: Json): Judgement {
  const groups = isList(value) ? value : [value];
  if (groups.some((group) => typeof group === 'object' && group !== null)) return DOUBT;
  return groups.every((group) => publicGroups.test(String(group ?? ''))) ? PUBLIC : { is: 'private', reason };
}

const reasonWithOption = ({ reason, option }: DecidingField): string =>
  option === undefined ? reason : `${reason}; ${option} keeps it`;

/**
 * @param decidingTruth the truth value that is enough in a list or an object, such as `{"en": true, "de": false}`
 * @returns undefined if the value, or a part of it, is no word for yes or no
 */
function truthIn(value: Json, decidingTruth: boolean): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' || value === 0 || value === 1 || value === -1
      ? readTruth(String(value))
      : undefined;
  const truths = Object.values(value).map((member) =>
    typeof member === 'string' || typeof member === 'boolean' ? truthIn(member, decidingTruth) : undefined,
  );
  if (truths.includes(decidingTruth)) return decidingTruth;
  return truths.length === 0 || truths.includes(undefined) ? undefined : !decidingTruth;
}

/** @returns whether a word such as `archived`, in a field for a truth value, is private; undefined for any other value */
function isPrivateWord(value: Json): boolean | undefined {
  const status = typeof value === 'string' ? findStatus(value) : undefined;
  return typeof status === 'object' && status.isFirm ? !status.isPublic : undefined;
}

function isPublicWord(value: Json): boolean | undefined {
  const isPrivate = isPrivateWord(value);
  return isPrivate === undefined ? undefined : !isPrivate;
}

function judgeBeginning(field: DecidingField, value: Json, { nowMs, zone }: Clock): Judgement {
  const span = readSpan(value, zone);
  if (span === undefined) return DOUBT;
  const [earliestMs, latestMs] = span;
  if (latestMs <= nowMs) return PUBLIC;
  if (earliestMs <= nowMs) return DOUBT;
  return { is: 'private', reason: reasonWithOption(field), option: field.option, fromMs: earliestMs };
}

function judgeEnd(value: Json, { nowMs, zone }: Clock, privateJudgement: Judgement): Judgement {
  const word = typeof value === 'string' ? value.trim() : '';
  const isNever = value === false || /^(?:never|none)$/i.test(word) || (word !== '0' && readTruth(word) === false);
  if (isNever) return PUBLIC;
  const span = readSpan(value, zone);
  if (span === undefined) return DOUBT;
  const [earliestMs, latestMs] = span;
  if (latestMs <= nowMs) return privateJudgement;
  return earliestMs > nowMs ? { is: 'public', isExplicit: false, untilMs: earliestMs } : DOUBT;
}

/** A number of ten or thirteen digits counts seconds or milliseconds since 1970. */
const epochs = [
  { digits: /^\d{10}$/, unitMs: 1000 },
  { digits: /^\d{13}$/, unitMs: 1 },
];

/** @returns undefined if the value is no time, or may be two different times. A number of four digits is a year. */
function readSpan(value: Json, zone: string): Span | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  const isYear = /^(?:1[5-9]|2[01])\d{2}$/.test(text);
  if (isYear) return [Date.UTC(Number(text), 0, 1), Date.UTC(Number(text) + 1, 0, 1) - 1];
  const epoch = epochs.find(({ digits }) => digits.test(text));
  if (epoch !== undefined) return [Number(text) * epoch.unitMs, Number(text) * epoch.unitMs];
  const writtenTime = readWrittenTime(text, zone);
  if (writtenTime === undefined) return undefined;
  // A day begins at midnight of the zone.
  const midnight = writtenTime.isDate ? readWrittenTime(`${writtenTime.text} 00:00`, zone) : undefined;
  const ms = Date.parse(midnight?.text ?? writtenTime.text);
  return Number.isNaN(ms) ? undefined : [ms, ms];
}

function judgeRender(value: string, privateJudgement: Judgement): Judgement {
  if (/^(?:always|true|local)$/i.test(value)) return PUBLIC;
  return /^(?:never|false|link)$/i.test(value) ? privateJudgement : DOUBT;
}

function judgeStatus(field: DecidingField, value: Json): Judgement {
  if (typeof value === 'object') return judgeNestedStatus(field, value);
  const isWord = typeof value === 'string' && !/^\s*[[{]/.test(value);
  const isScalar = isWord || typeof value === 'boolean' || value === 0 || value === 1 || isNegative(String(value));
  return isScalar ? judgeWord(field, String(value)) : DOUBT;
}

/** Negative codes are of deleted items: -2 of Joomla's trash. */
const isNegative = (text: string): boolean => /^\s*-[1-9]\d*(?:\.0+)?\s*$/.test(text);

function judgeWord(field: DecidingField, word: string): Judgement {
  const status = isNegative(word) ? { isPublic: false, isFirm: true } : findStatus(word);
  if (status === undefined) return DOUBT;
  if (status === 'mistyped') return { is: 'doubt', isMistyped: true };
  if (status.isPublic) return { is: 'public', isExplicit: status.isFirm };
  const isConditional = !status.isFirm && field.areWordsFirm !== true;
  return { is: 'private', reason: field.reason, ...(isConditional && { isConditional }) };
}

/** Levels of lists and objects around a word of a status: `{"type": "status", "status": {"name": "Draft"}}` of Notion has two. */
const STATUS_DEPTH = 3;
const localeCode = /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/;

/**
 * The judgement of a list or an object, such as `["Draft"]`, `{"id": 3, "name": "Draft"}` or `{"en": "published", "de": "Entwurf"}`:
 * one private word is enough to make the item private.
 */
function judgeNestedStatus(field: DecidingField, value: Json): Judgement {
  if (needsLogin(value)) return { is: 'private', reason: MEMBERS };
  const judgements = textsIn(value, STATUS_DEPTH).map((word) => judgeWord(field, word));
  const privateJudgements = judgements.filter((judgement) => judgement.is === 'private');
  const firmJudgement = privateJudgements.find(({ isConditional }) => isConditional !== true);
  if (privateJudgements.length > 0) return firmJudgement ?? privateJudgements[0] ?? DOUBT;
  const isByLocale = isObject(value) && Object.keys(value).every((key) => localeCode.test(key));
  const doubt = judgements.find(({ is }) => is === 'doubt');
  const publicJudgement = judgements.find((judgement) => judgement.is === 'public' && judgement.isExplicit);
  if (isByLocale && doubt !== undefined) return doubt;
  return publicJudgement ?? judgements.find(({ is }) => is === 'public') ?? doubt ?? DOUBT;
}

/** Whether a page of Grav names rights that its readers must have: `{"site.login": true}`, `{"site": {"paid": true}}`. */
const needsLogin = (value: Json): boolean =>
  isObject(value) &&
  Object.entries(value).some(
    ([name, right]) =>
      /^(?:site|admin)(?:\.|$)/.test(name) && (isObject(right) ? Object.values(right) : [right]).includes(true),
  );

function textsIn(value: Json, levels: number): readonly string[] {
  // `NO` in an address is a country.
  if (typeof value === 'string') return value === '' || readTruth(value) !== undefined ? [] : [value];
  if (typeof value !== 'object' || value === null || levels === 0) return [];
  return Object.values(value).flatMap((member) => textsIn(member, levels - 1));
}

function judgeAddress(value: Json, privateJudgement: Judgement): Judgement {
  if (value === false || value === 'false') return privateJudgement;
  if (typeof value === 'string') return PUBLIC;
  if (!isObject(value)) return DOUBT;
  // Eleventy: `build` is the path of the written page, or false.
  const path = value['build'];
  if (path === false) return privateJudgement;
  return path === true || (typeof path === 'string' && path !== '') ? PUBLIC : DOUBT;
}
