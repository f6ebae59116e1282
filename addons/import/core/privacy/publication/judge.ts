/**
 * One value of a deciding field → public, private, or nobody can tell; by the kind that the table says.
 */
import { isObject, type Json } from '../../../value/json.js';
import { readWrittenTime } from '../../../value/written-times.js';
import type { DecidingField, TimeOption } from './fields.js';
import { statusOf, truthOf } from './words.js';

export type Judgement =
  /** `said`: by a word for it. `untilMs`, `fromMs`: a time that was read, in milliseconds since 1970. */
  | { readonly is: 'public'; readonly said: boolean; readonly untilMs?: number }
  /** `isSoft`: only where the field is known to speak of publication. `option`: keeps it, as it is private by its time. */
  | {
      readonly is: 'private';
      readonly reason: string;
      readonly isSoft?: true;
      readonly fromMs?: number;
      readonly option?: TimeOption | undefined;
    }
  /** `isUnset`: it is empty. */
  | { readonly is: 'doubt'; readonly isUnset?: true; readonly isFirm?: true };

export interface Clock {
  readonly nowMs: number;
  /** IANA name of the zone of times that say none. */
  readonly zone: string;
}

const DOUBT: Judgement = { is: 'doubt' };
const SAID: Judgement = { is: 'public', said: true };
const UNSAID: Judgement = { is: 'public', said: false };

/** @returns how a value of the field is judged, whatever others say */
export function judgeValue(field: DecidingField, value: Json, clock: Clock): Judgement {
  if (value === null || value === '') return { is: 'doubt', isUnset: true };
  const isPrivate: Judgement = { is: 'private', reason: reasonOf(field), option: field.option };
  switch (field.effect) {
    case 'hides':
    case 'shows': {
      const truth = truthIn(value);
      if (truth === undefined) return field.effect === 'hides' ? DOUBT : fromTime(field, value, clock);
      return truth === (field.effect === 'hides') ? isPrivate : truth ? SAID : UNSAID;
    }
    case 'begins':
    case 'waits': {
      const truth = typeof value === 'number' ? undefined : truthIn(value);
      if (truth === undefined) return fromTime(field, value, clock);
      if (field.effect === 'waits') return truth ? isPrivate : UNSAID;
      return truth ? SAID : { is: 'private', reason: 'not published' };
    }
    case 'ends': {
      if (value === false || (typeof value === 'string' && /^(?:never|none|no|false)$/i.test(value.trim())))
        return UNSAID;
      const [earliestMs, latestMs] = spanIn(value, clock.zone) ?? [];
      if (earliestMs === undefined || latestMs === undefined) return DOUBT;
      if (latestMs <= clock.nowMs) return isPrivate;
      return earliestMs > clock.nowMs ? { is: 'public', said: false, untilMs: earliestMs } : DOUBT;
    }
    case 'status':
      return judgeStatus(field, value);
    case 'address':
      return judgeAddress(value, isPrivate);
    case 'render':
      return typeof value === 'object' ? DOUBT : judgeRender(String(value), isPrivate);
  }
}

const reasonOf = ({ reason, option }: DecidingField): string =>
  option === undefined ? reason : `${reason}; ${option} keeps it`;

function truthIn(value: Json): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' || value === 0 || value === 1 ? truthOf(String(value)) : undefined;
}

function fromTime(field: DecidingField, value: Json, { nowMs, zone }: Clock): Judgement {
  const [earliestMs, latestMs] = spanIn(value, zone) ?? [];
  if (earliestMs === undefined || latestMs === undefined) return DOUBT;
  if (latestMs <= nowMs) return UNSAID;
  return earliestMs > nowMs
    ? { is: 'private', reason: reasonOf(field), option: field.option, fromMs: earliestMs }
    : DOUBT;
}

/** A number of so many digits counts seconds or milliseconds since 1970; of four, it is a year. */
const epochs = [
  { digits: /^\d{10}$/, unitMs: 1000 },
  { digits: /^\d{13}$/, unitMs: 1 },
];

/** @returns the first and the last moment that is meant; undefined where it is no time, or may be two */
function spanIn(value: Json, zone: string): readonly [number, number] | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  if (/^(?:1[5-9]|2[01])\d{2}$/.test(text)) return [Date.UTC(Number(text), 0, 1), Date.UTC(Number(text) + 1, 0, 1) - 1];
  const epoch = epochs.find(({ digits }) => digits.test(text));
  if (epoch !== undefined) return [Number(text) * epoch.unitMs, Number(text) * epoch.unitMs];
  const read = readWrittenTime(text, zone);
  if (read === undefined) return undefined;
  // A day begins where clocks of the zone say so.
  const ms = Date.parse(read.isDate ? (readWrittenTime(`${read.text} 00:00`, zone)?.text ?? read.text) : read.text);
  return Number.isNaN(ms) ? undefined : [ms, ms];
}

function judgeRender(value: string, isPrivate: Judgement): Judgement {
  if (/^(?:always|true|local)$/i.test(value)) return UNSAID;
  return /^(?:never|false|link)$/i.test(value) ? isPrivate : DOUBT;
}

function judgeStatus(field: DecidingField, value: Json): Judgement {
  // A table may have JSON in a cell, which is no word whatever stands in it.
  const isScalar =
    (typeof value === 'string' && !/^\s*[[{]/.test(value)) || typeof value === 'boolean' || value === 0 || value === 1;
  const word = isScalar ? statusOf(String(value)) : undefined;
  if (word === undefined) return DOUBT;
  if (word === 'mistyped') return { is: 'doubt', isFirm: true };
  if (word.isPublic) return { is: 'public', said: word.firm };
  return { is: 'private', reason: field.reason, ...(!word.firm && { isSoft: true }) };
}

function judgeAddress(value: Json, isPrivate: Judgement): Judgement {
  if (value === false || value === 'false') return isPrivate;
  if (typeof value === 'string') return UNSAID;
  if (!isObject(value)) return DOUBT;
  // Eleventy: where it is written, or that it is not.
  const path = value['build'];
  if (path === false) return isPrivate;
  return path === true || (typeof path === 'string' && path !== '') ? UNSAID : DOUBT;
}
