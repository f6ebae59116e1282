/**
 * The hosts that the reader allowed to load pictures from, stored in the browser.
 */
import { readStored } from './browser-storage.js';

export const STORAGE_KEY = 'pictures';

/** Accepts only origins that are safe to write into a Content-Security-Policy. */
const isOrigin = /^https?:\/\/[\w.-]+(?::\d+)?$/;

export const readAllowedHosts = (): readonly string[] =>
  (readStored(STORAGE_KEY) ?? '').split(' ').filter((origin) => isOrigin.test(origin));
