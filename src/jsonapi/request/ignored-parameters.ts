/**
 * Ignored parameters: parameters without a meaning here that links from other sites have, such as `utm_source`.
 *
 * A parameter is ignored only if the operator names it: otherwise a misspelt parameter would silently change the response.
 */
import { OperationError } from '../../content/errors/index.js';
import { parseBrackets } from './brackets.js';
import { HEADS } from './heads.js';

/** @param name of a parameter, decoded */
export type IgnoresParameter = (name: string) => boolean;

const patternForm = /^[^*[\]&=#?\s]+\*?$/;

/**
 * @param text a name, or the beginning of names followed by `*`
 * @returns the text
 * @throws OperationError if it is neither, or if it would ignore a parameter of the interface
 */
export function checkIgnoredParameter(text: string): string {
  if (!patternForm.test(text)) {
    throw new OperationError(
      `"${text}" cannot name a parameter to ignore; give a name such as fbclid, or the beginning of names such as utm_*.`,
    );
  }
  const meaningfulHead = HEADS.find((head) => ignoring([text])?.(head) === true);
  if (meaningfulHead === undefined) return text;
  throw new OperationError(
    `"${text}" would ignore "${meaningfulHead}", which has a meaning here; name only parameters that have none.`,
  );
}

/** @returns the test of a name; undefined if there are no patterns */
export function ignoring(patterns: readonly string[]): IgnoresParameter | undefined {
  if (patterns.length === 0) return undefined;
  const names = new Set(patterns.filter((pattern) => !pattern.endsWith('*')));
  const beginnings = patterns.filter((pattern) => pattern.endsWith('*')).map((pattern) => pattern.slice(0, -1));
  return (name) => {
    const { head } = parseBrackets(name);
    return names.has(head) || beginnings.some((beginning) => head.startsWith(beginning));
  };
}
