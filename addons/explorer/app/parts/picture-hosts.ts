/**
 * Which other hosts pictures are loaded from: those that the reader chose, kept in the browser.
 */
import { stored } from './stored.js';

export const KEPT_AS = 'pictures';

/** What a policy can name, and nothing that would end its list. */
const isOrigin = /^https?:\/\/[\w.-]+(?::\d+)?$/;

export const chosenHosts = (): readonly string[] =>
  (stored(KEPT_AS) ?? '').split(' ').filter((origin) => isOrigin.test(origin));
