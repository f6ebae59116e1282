/**
 * From where pictures are loaded.
 */

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
