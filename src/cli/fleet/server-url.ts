/**
 * The address of a running server, as an argument.
 */
import { InvalidArgumentError } from 'commander';
import { withoutTrailing } from '../../content/model/index.js';

/** @returns the URL without a slash at its end */
export function serverUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') {
    throw new InvalidArgumentError('Give the address of a server, such as http://content-1:8080.');
  }
  return withoutTrailing(text, '/');
}
