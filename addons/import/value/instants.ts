/**
 * Converts times in the notations of other systems to instants in the notation of an export.
 *
 * Accepted in addition to the formats of an export: a space in place of the `T`, more than three digits of a fraction (cut to
 * milliseconds), an offset of hours alone. A time without a zone is in the zone that the caller names.
 */
import { formatInstant, parseInstant } from '../../../src/content/model/index.js';

export interface Instant {
  /** `YYYY-MM-DD`, or `YYYY-MM-DDThh:mm:ss.sssZ`. */
  readonly text: string;
  readonly isDate: boolean;
  /** Whether the text has a time, but no zone. */
  readonly zoneless: boolean;
  /** Whether digits of the fraction were cut. */
  readonly cut: boolean;
}

/** The groups are the date, the hour and minute, the second, the fraction, and the offset. */
const instantPattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}:\d{2})(?::(\d{2}))?(?:[.,](\d{1,9}))? ?(Z|[+-]\d{2}(?::?\d{2})?|UTC)?)?$/;

/** @param zone an IANA name, for times that say none. @returns undefined if the text is not an instant that exists */
export function readInstant(text: string, zone: string): Instant | undefined {
  const [, date, time, second = '00', fraction = '', offset] = instantPattern.exec(text) ?? [];
  if (date === undefined) return undefined;
  if (time === undefined) {
    return parseInstant(date) === undefined ? undefined : { text: date, isDate: true, zoneless: false, cut: false };
  }
  let writtenOffset = offset ?? 'Z';
  if (writtenOffset === 'UTC') writtenOffset = 'Z';
  // `+02` becomes `+0200`.
  if (writtenOffset.length === 3) writtenOffset += '00';
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const ms = parseInstant(`${date}T${time.padStart(5, '0')}:${second}.${milliseconds}${writtenOffset}`);
  if (ms === undefined) return undefined;
  const zoneless = offset === undefined;
  const shifted = zoneless && zone !== 'UTC' ? convertFromZone(ms, zone) : ms;
  return { text: formatInstant(shifted), isDate: false, zoneless, cut: /[1-9]/.test(fraction.slice(3)) };
}

const clockByZone = new Map<string, Intl.DateTimeFormat>();

function findClock(zone: string): Intl.DateTimeFormat {
  const existing = clockByZone.get(zone);
  if (existing !== undefined) return existing;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  clockByZone.set(zone, clock);
  return clock;
}

/** @throws RangeError if there is no such zone */
export function checkZone(zone: string): void {
  findClock(zone);
}

/** @returns the time that clocks of the zone show at an instant, as milliseconds of UTC */
function readClock(ms: number, zone: string): number {
  const parts = new Map(
    findClock(zone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/**
 * The first estimate uses the zone's offset at the local time read as UTC. If the offset changes between the two instants, the
 * estimate is wrong by the change, and the second step corrects it.
 *
 * @param localMs the time that clocks of the zone show, as milliseconds of UTC
 * @returns the instant at which they show it
 */
function convertFromZone(localMs: number, zone: string): number {
  const shownMs = Math.floor(localMs / 1000) * 1000;
  const estimateMs = shownMs - (readClock(shownMs, zone) - shownMs);
  const correctedMs = estimateMs - (readClock(estimateMs, zone) - shownMs);
  return correctedMs + (localMs - shownMs);
}
