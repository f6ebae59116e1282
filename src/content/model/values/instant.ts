/**
 * Instants: text ↔ milliseconds since 1970-01-01T00:00:00Z, for exports, filters and documents.
 *
 * The calendar is the proleptic Gregorian one, years 0000 to 9999, without leap seconds. A text without an offset is
 * UTC; a date alone is that day's midnight. Every value that parses formats back to the same instant.
 */

/** The forms in which a value can be delivered. */
export const INSTANT_FORMS = ['date', 'dateTime'] as const;
export type InstantFormat = (typeof INSTANT_FORMS)[number];
export const DEFAULT_INSTANT_FORM: InstantFormat = 'dateTime';

/** The formats that `parseInstant` reads, for error messages. */
export const INSTANT_FORMATS =
  'YYYY-MM-DDThh:mm:ss.sssZ, YYYY-MM-DDThh:mm:ss.sss+hhmm, YYYY-MM-DDThh:mm:ss, YYYY-MM-DDThh:mm, YYYY-MM-DD';

/** Groups: year, month, day; hour, minute, second, its decimals; sign, hours and minutes of the offset. */
const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?(?:Z|([+-])(\d{2}):?(\d{2}))?)?$/;

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** The calendar repeats after 400 years. Adding them keeps `Date.UTC` from reading the years 0 to 99 as 19xx. */
const cycleYears = 400;
const cycleMs = 146_097 * dayMs;

const earliestMs = Date.UTC(cycleYears, 0, 1) - cycleMs;
const latestMs = Date.UTC(10_000, 0, 1) - 1;

const daysInMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function daysInMonth(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (daysInMonths[month - 1] ?? 0);
}

/**
 * Reads the formats of `INSTANT_FORMATS`: any time may carry `Z`, `+hhmm` or `+hh:mm`, and seconds 1 to 3 decimals.
 *
 * @returns undefined for any other text, for a day or an hour that no calendar has (30 February, 24:00, 23:59:60),
 *          and for an instant whose offset takes it outside the years 0000 to 9999
 */
export function parseInstant(text: string): number | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const numberAt = (group: number): number => Number(match[group] ?? 0);
  const milliseconds = Number((match[7] ?? '').padEnd(3, '0'));
  const offsetHours = numberAt(9);
  const offsetMinutes = numberAt(10);
  if (offsetHours > 23 || offsetMinutes > 59) return undefined;
  const localMs = instantOf(numberAt(1), numberAt(2), numberAt(3), numberAt(4), numberAt(5), numberAt(6), milliseconds);
  if (localMs === undefined) return undefined;
  const offsetMs = (offsetHours * 60 + offsetMinutes) * minuteMs;
  const ms = match[8] === '-' ? localMs + offsetMs : localMs - offsetMs;
  return ms < earliestMs || ms > latestMs ? undefined : ms;
}

/**
 * @param month from 1
 * @returns the instant in UTC; undefined for a day or an hour that no calendar has, or if a part is NaN
 */
export function instantOf(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  millisecond: number,
): number | undefined {
  const isValid =
    year >= 0 &&
    day >= 1 &&
    day <= daysInMonth(year, month) &&
    hour <= 23 &&
    minute <= 59 &&
    second <= 59 &&
    millisecond <= 999;
  if (!isValid) return undefined;
  return Date.UTC(year + cycleYears, month - 1, day, hour, minute, second, millisecond) - cycleMs;
}

const shape = /^([+-]?\d+)-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(?:Z|[+-](\d{2}):?(\d{2}))?)?$/;

/** @param text that `parseInstant` refuses. @returns the reason, as a sentence without full stop */
export function explainNoInstant(text: string): string {
  const match = shape.exec(text);
  if (match === null) return 'It has none of these formats';
  const [, year = '', month, day, hour = '0', minute = '0', second = '0', fraction = '', ...offset] = match;
  if (!/^\d{4}$/.test(year)) return 'A year has four digits, from 0000 to 9999';
  if (Number(month) < 1 || Number(month) > 12) return `There is no month ${month}`;
  const days = daysInMonth(Number(year), Number(month));
  if (Number(day) < 1 || Number(day) > days) return `The month ${year}-${month} has no day ${day}`;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)
    return 'There is no such time: the last is 23:59:59';
  if (fraction.length > 3) return 'A second has at most three digits after the point';
  if (Number(offset[0] ?? 0) > 23 || Number(offset[1] ?? 0) > 59) return 'There is no such offset from UTC';
  return 'In UTC it is outside the years 0000 to 9999';
}

const longFraction = /^(.*T\d{2}:\d{2}:\d{2}\.\d{3})(\d+)(Z|[+-]\d{2}:?\d{2})?$/s;

/** An instant read from an export. */
export interface ExportedInstant {
  readonly ms: number;
  /** Whether nonzero digits after the milliseconds were cut off. */
  readonly isCut: boolean;
}

/**
 * As `parseInstant`, but digits after the milliseconds are cut off, as other systems write them. Requests must not use it:
 * the filter would then ask for another instant than the client meant.
 */
export function parseExportedInstant(text: string): ExportedInstant | undefined {
  const [, milliseconds, rest = '', offset = ''] = longFraction.exec(text) ?? [];
  const ms = parseInstant(milliseconds === undefined ? text : milliseconds + offset);
  return ms === undefined ? undefined : { ms, isCut: /[1-9]/.test(rest) };
}

/** Whether the instant is midnight UTC, as a field of `format: date` requires. */
export const isMidnight = (ms: number): boolean => ms % dayMs === 0;

/**
 * @param ms a result of `parseInstant`
 * @returns `YYYY-MM-DD`, or `YYYY-MM-DDThh:mm:ss.sssZ`
 */
export function formatInstant(ms: number, format: InstantFormat = DEFAULT_INSTANT_FORM): string {
  const text = new Date(ms).toISOString();
  return format === 'date' ? text.slice(0, 10) : text;
}
