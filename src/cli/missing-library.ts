/**
 * Libraries that only importers, databases and a person at a terminal need are optional ones: a replica installs without
 * them, and a command that lacks one says which.
 */
import { codeOf } from '../content/errors/index.js';

const packageName = /^Cannot find package '((?:@[\w.-]+\/)?[\w.-]+)'/;

/** @returns the name of the library that is not installed, where that is what went wrong */
export function missingLibrary(error: unknown): string | undefined {
  if (!(error instanceof Error && codeOf(error) === 'ERR_MODULE_NOT_FOUND')) return undefined;
  return packageName.exec(error.message)?.[1];
}

export const explainMissingLibrary = (name: string): string =>
  `this needs the library "${name}", which is optional and not installed. Install the optional libraries too: npm ci without --omit=optional.`;
