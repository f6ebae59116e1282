/**
 * Pieces of Markdown that sources write themselves.
 */

/** @returns the text without what would end a label early */
const label = (text: string): string =>
  text
    .replace(/[[\]\\]/g, '\\$&')
    .replace(/\s+/g, ' ')
    .trim();

/** Spaces and brackets would end an address. */
const address = (url: string): string =>
  url.replace(/[\s()<>]/g, (c) => (c === '(' ? '%28' : c === ')' ? '%29' : encodeURIComponent(c)));

export const markdownLink = (text: string, url: string): string => `[${label(text)}](${address(url)})`;
export const markdownImage = (alt: string, url: string): string => `![${label(alt)}](${address(url)})`;
