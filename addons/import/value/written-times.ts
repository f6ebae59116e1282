/**
 * Normalizes times that people and generators write to a form that `readInstant` reads: `2024/3/7`, `Mar 7th, 2024`,
 * `2024-03-07 14:00 -4`, `Thu, 07 Mar 2024 14:00:00 EST`.
 *
 * An ambiguous text stays unchanged and is not read as a time: `03/04/2025`, a zone name that several countries use.
 */
import { type Instant, readInstant } from './instants.js';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december', 'sept'],
];

/** Hours from UTC that RFC 2822 gives zone names, and names that are one zone only. */
const zoneHours: ReadonlyMap<string, number> = new Map([
  ...(['utc', 'gmt', 'z', 'ut', 'wet'] as const).map((name) => [name, 0] as const),
  ...[
    ['est', -5],
    ['edt', -4],
    ['cst', -6],
    ['cdt', -5],
    ['mst', -7],
    ['mdt', -6],
    ['pst', -8],
    ['pdt', -7],
    ['akst', -9],
    ['akdt', -8],
    ['hst', -10],
    ['cet', 1],
    ['cest', 2],
    ['eet', 2],
    ['eest', 3],
    ['west', 1],
    ['msk', 3],
    ['jst', 9],
    ['aest', 10],
    ['aedt', 11],
    ['nzst', 12],
    ['nzdt', 13],
  ].map(([name, hours]) => [String(name), Number(hours)] as const),
]);

const padTwo = (digits: string | number): string => String(digits).padStart(2, '0');

/** @returns `YYYY-MM-DD`; undefined if the text is not a day, or is ambiguous */
function parseDay(text: string): string | undefined {
  const [, y, m, d] = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/.exec(text)?.filter((_, index) => index !== 2) ?? [];
  if (y !== undefined && m !== undefined && d !== undefined) return `${y}-${padTwo(m)}-${padTwo(d)}`;
  const [, a = '', separator, b = '', year] = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  if (year !== undefined) {
    // Dates with points have the day before the month in every country.
    if (separator === '.' || Number(a) > 12 || a === b) return `${year}-${padTwo(b)}-${padTwo(a)}`;
    return Number(b) > 12 ? `${year}-${padTwo(a)}-${padTwo(b)}` : undefined;
  }
  const plain = text.replace(/^[a-z]{3,9}\.?,? (?=\S+ \S+ \S+$|\S+ \S+$)/i, (word) =>
    /^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(word) ? '' : word,
  );
  const [, date1, name1, year1] = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]+)\.?,?[ -](\d{4})$/i.exec(plain) ?? [];
  const [, name2, date2, year2] = /^([a-z]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i.exec(plain) ?? [];
  const name = (name1 ?? name2 ?? '').toLowerCase();
  const month = months.includes(name) || monthNames.includes(name) ? months.indexOf(name.slice(0, 3)) + 1 : 0;
  return month === 0 ? undefined : `${year1 ?? year2}-${padTwo(month)}-${padTwo(date1 ?? date2 ?? '')}`;
}

/** @returns an offset such as `+05:30`; undefined if the text is not a zone, or is ambiguous */
function parseOffset(text: string): string | undefined {
  const [, sign, hours = '', minutes = '00'] =
    /^(?:utc|gmt)?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(text.replace(/\s/g, '')) ?? [];
  if (sign !== undefined) return Number(hours) <= 14 ? `${sign}${padTwo(hours)}:${minutes}` : undefined;
  const hoursFromUtc = zoneHours.get(text.toLowerCase());
  return hoursFromUtc === undefined ? undefined : `${hoursFromUtc < 0 ? '-' : '+'}${padTwo(Math.abs(hoursFromUtc))}:00`;
}

/** @returns the time in the form of an export; any other text unchanged */
export function normalizeTime(writtenTime: string): string {
  const text = writtenTime.trim();
  if (text.length > 60 || !/\d/.test(text)) return writtenTime;
  // The day ends where a time of day begins: at a colon, or at the T of ISO 8601.
  const [, day = text, clock, writtenZone = ''] =
    /^(.+?)(?:[Tt]|,? at |,? )(\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?: ?[ap]\.?m\.?)?)\s*(.*)$/i.exec(text) ?? [];
  const date = parseDay(day.trim());
  if (date === undefined) return writtenTime;
  if (clock === undefined) return date;
  const [, hour = '', minutes = '', half] = /^(\d{1,2})(:[\d:.,]+?)(?: ?([ap])\.?m\.?)?$/i.exec(clock) ?? [];
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return writtenTime;
  const shift = half?.toLowerCase() === 'p' ? 12 : 0;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + shift;
  // `(CET)` after an offset is a comment.
  const zone = writtenZone.replace(/(?<=\d)\s*\([\w ]+\)$/, '').replace(/^\((\w+)\)$/, '$1');
  const offset = zone === '' ? '' : parseOffset(zone);
  return offset === undefined ? writtenTime : `${date} ${padTwo(hours)}${minutes}${offset}`;
}

/** @param zone as for `readInstant`. @returns undefined if the text is not a time, or is ambiguous */
export const readWrittenTime = (text: string, zone: string): Instant | undefined =>
  readInstant(normalizeTime(text), zone);
