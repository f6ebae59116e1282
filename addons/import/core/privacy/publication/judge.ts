/**
 * The judgement of one value of a deciding field: public, private, or in doubt, by the field's effect.
 *
 * Elsewhere: the effects of fields (fields), words of publication (words), the verdict on the whole item (publication).
 */
import { isObject, type Json, parseJson } from '../../../value/json.js';
import { readWrittenTime } from '../../../value/written-times.js';
import type { DecidingField, TimeOption } from './fields.js';
import { findStatus, readTruth } from './words.js';

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
export function judgeValue(field: DecidingField, value: Json, clock: Clock): Judgement {
  if (field.effect === 'locks') return judgeLock(field, value);
  if (isUnset(value)) return { is: 'doubt', isUnset: true };
  const privateJudgement: Judgement = { is: 'private', reason: reasonWithOption(field), option: field.option };
  switch (field.effect) {
    case 'hides': {
      const isHidden = truthIn(value);
      if (isHidden === undefined) return DOUBT;
      return isHidden ? privateJudgement : PUBLIC;
    }
    case 'shows': {
      const isShown = truthIn(value);
      if (isShown === undefined) return judgeBeginning(field, value, clock);
      return isShown ? EXPLICITLY_PUBLIC : privateJudgement;
    }
    case 'begins': {
      const hasBegun = typeof value === 'number' ? undefined : truthIn(value);
      if (hasBegun === undefined) return judgeBeginning(field, value, clock);
      return hasBegun ? EXPLICITLY_PUBLIC : { is: 'private', reason: 'not published' };
    }
    case 'waits': {
      const isWaiting = typeof value === 'number' ? undefined : truthIn(value);
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

const reasonWithOption = ({ reason, option }: DecidingField): string =>
  option === undefined ? reason : `${reason}; ${option} keeps it`;

function truthIn(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' || value === 0 || value === 1 || value === -1 ? readTruth(String(value)) : undefined;
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
  // A cell of a table may contain JSON.
  const content = typeof value === 'string' ? parseCell(value) : value;
  if (typeof content === 'object') return judgeNestedStatus(field, content);
  const isWord = typeof content === 'string' && !/^\s*[[{]/.test(content);
  const isScalar = isWord || typeof content === 'boolean' || content === 0 || content === 1;
  return isScalar ? judgeWord(field, String(content)) : DOUBT;
}

function judgeWord(field: DecidingField, word: string): Judgement {
  const status = findStatus(word);
  if (status === undefined) return DOUBT;
  if (status === 'mistyped') return { is: 'doubt', isMistyped: true };
  if (status.isPublic) return { is: 'public', isExplicit: status.isFirm };
  return { is: 'private', reason: field.reason, ...(!status.isFirm && { isConditional: true }) };
}

/** @returns the JSON in a cell; the text itself if it is none */
function parseCell(text: string): Json {
  if (!/^\s*(?:\[.*\]|\{.*\})\s*$/s.test(text)) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Levels of lists and objects around a word of a status: `{"type": "status", "status": {"name": "Draft"}}` of Notion has two. */
const STATUS_DEPTH = 3;
const localeCode = /^[a-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/;

/**
 * The judgement of a list or an object, such as `["Draft"]`, `{"id": 3, "name": "Draft"}` or `{"en": "published", "de": "Entwurf"}`:
 * one private word is enough to make the item private.
 */
function judgeNestedStatus(field: DecidingField, value: Json): Judgement {
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
