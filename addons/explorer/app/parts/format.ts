/**
 * Texts for numbers, sizes and times.
 */

const integerFormat = new Intl.NumberFormat('en-GB');

export const formatCount = (value: number): string => integerFormat.format(value);

export const formatCounted = (value: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(value)} ${value === 1 ? singular : plural}`;

export function formatBytes(value: number): string {
  if (value < 1000) return `${value} B`;
  if (value < 1_000_000) return `${(value / 1000).toFixed(value < 10_000 ? 1 : 0)} KB`;
  return `${(value / 1_000_000).toFixed(1)} MB`;
}

export const formatMetres = (value: number): string =>
  value < 1000 ? `${value.toFixed(0)} m` : `${(value / 1000).toFixed(value < 100_000 ? 1 : 0)} km`;

export const formatMilliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

export function formatNanoseconds(value: number): string {
  if (value < 1000) return `${Math.round(value)} ns`;
  if (value < 1_000_000) return `${(value / 1000).toFixed(value < 10_000 ? 1 : 0)} µs`;
  return `${(value / 1_000_000).toFixed(1)} ms`;
}

/** A truth value as the page writes it, in tables, facets and conditions. */
export const formatTruth = (value: boolean): string => (value ? 'yes' : 'no');

/** `2026-05-16T08:15:27.125Z` → `2026-05-16 08:15:27`; brief: `2026-05-16 08:15`. */
export const formatInstant = (text: string, brief: boolean): string =>
  text
    .replace('T', ' ')
    .replace(/(?:\.\d+)?Z$/, '')
    .replace(brief ? /(?<=:\d\d):\d\d$/ : /(?<=:\d\d):00$/, '');
