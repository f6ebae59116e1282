/**
 * Ignored parameters: names without a meaning here that links from other sites carry, such as `utm_source`.
 *
 * Nothing is ignored unless the operator names it: otherwise a misspelt parameter would silently change the response.
 */
import { OperationError } from '../../content/errors/index.js';
import { parseBrackets } from './brackets.js';
import { HEADS } from './heads.js';

/** @param name of a parameter, decoded */
export type IgnoresParameter = (name: string) => boolean;

const patternForm = /^[^*[\]&=#?\s]+\*?$/;

/**
 * @param text a name, or its beginning followed by `*`
 * @throws OperationError where it is neither, or a parameter that means something would be ignored
 */
export function checkIgnoredParameter(text: string): string {
  if (!patternForm.test(text)) {
    throw new OperationError(
      `"${text}" cannot name a parameter to ignore; give a name such as fbclid, or the beginning of names such as utm_*.`,
    );
  }
  const meant = HEADS.find((head) => ignoring([text])?.(head) === true);
  if (meant === undefined) return text;
  throw new OperationError(
    `"${text}" would ignore "${meant}", which has a meaning here; name only parameters that have none.`,
  );
}

/** @returns undefined where none is ignored */
export function ignoring(patterns: readonly string[]): IgnoresParameter | undefined {
  if (patterns.length === 0) return undefined;
  const names = new Set(patterns.filter((pattern) => !pattern.endsWith('*')));
  const beginnings = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1));
  return (name) => {
    const { head } = parseBrackets(name);
    return names.has(head) || beginnings.some((beginning) => head.startsWith(beginning));
  };
}
