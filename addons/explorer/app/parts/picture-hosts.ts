/**
 * The hosts that the reader allowed to load pictures from, stored in the browser.
 */
import { stored } from './stored.js';

export const KEPT_AS = 'pictures';

/** Accepts only origins that are safe to write into a Content-Security-Policy. */
const isOrigin = /^https?:\/\/[\w.-]+(?::\d+)?$/;

export const chosenHosts = (): readonly string[] =>
  (stored(KEPT_AS) ?? '').split(' ').filter((origin) => isOrigin.test(origin));
