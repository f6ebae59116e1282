/**
 * Numbers and sizes as they are shown.
 *
 * From where pictures are loaded.
 */

const whole = new Intl.NumberFormat('en-GB');

export const count = (value: number): string => whole.format(value);

export const counted = (value: number, one: string, many = `${one}s`): string =>
  `${count(value)} ${value === 1 ? one : many}`;

export function bytes(value: number): string {
  if (value < 1000) return `${value} B`;
  if (value < 1_000_000) return `${(value / 1000).toFixed(value < 10_000 ? 1 : 0)} KB`;
  return `${(value / 1_000_000).toFixed(1)} MB`;
}

export const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

export function nanoseconds(value: number): string {
  if (value < 1000) return `${Math.round(value)} ns`;
  if (value < 1_000_000) return `${(value / 1000).toFixed(value < 10_000 ? 1 : 0)} µs`;
  return `${(value / 1_000_000).toFixed(1)} ms`;
}

/** A path from the root or an address with a host, as nearly all are. */
const usualUrl = /^(?:https?:\/\/[\w.-]+(?::\d+)?)?\/(?:[^\s\\/][^\s\\]*)?$/;

/** Whether a picture may be loaded from there: http, https, or relative to this page. */
export function isPictureUrl(url: string): boolean {
  // A table has hundreds of them, and reading an address takes longer than showing it.
  if (usualUrl.test(url)) return true;
  if (url === '' || !URL.canParse(url, document.baseURI)) return false;
  const { protocol } = new URL(url, document.baseURI);
  return protocol === 'http:' || protocol === 'https:';
}
