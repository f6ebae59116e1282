/**
 * The alert rules of deploy/ with short times: the same expressions, but minutes become seconds.
 *
 * Ages of content (93600 s) stay: a condition sets them by an old time of build, not by waiting.
 */

const SECONDS_PER_UNIT: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
/** A minute becomes a second. */
const FACTOR = 60;
/** One scrape that is late on a busy machine fires nothing. */
const FOR_SECONDS_MINIMUM = 3;
const FOR_SECONDS_MAXIMUM = 10;
/** A rate needs several scrapes, one per second. */
const RANGE_SECONDS_MINIMUM = 5;
const RANGE_SECONDS_MAXIMUM = 20;
const THRESHOLD_KEPT = 93_600;

const readSeconds = (count: string, unit: string): number => Number(count) * (SECONDS_PER_UNIT[unit] ?? 1);

/** @param text content of alerts.yml */
export function shortenRules(text: string): string {
  return text
    .replace(/for: (\d+)([smhd])/g, (_, count: string, unit: string) => {
      const seconds = Math.ceil(readSeconds(count, unit) / FACTOR);
      return `for: ${Math.min(FOR_SECONDS_MAXIMUM, Math.max(FOR_SECONDS_MINIMUM, seconds))}s`;
    })
    .replace(/\[(\d+)([smhd])\]/g, (_, count: string, unit: string) => {
      const seconds = Math.ceil(readSeconds(count, unit) / FACTOR);
      return `[${Math.min(RANGE_SECONDS_MAXIMUM, Math.max(RANGE_SECONDS_MINIMUM, seconds))}s]`;
    })
    .replace(/(_seconds > )(\d+)$/gm, (_, start: string, threshold: string) =>
      Number(threshold) >= THRESHOLD_KEPT ? `${start}${threshold}` : `${start}${Math.ceil(Number(threshold) / FACTOR)}`,
    );
}

/** @returns the names of all alerts, in the order of the file */
export const listAlerts = (text: string): readonly string[] =>
  [...text.matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? '');
