/**
 * Parses `Accept`: the media ranges that a client names, in its order, with parameters and weight.
 *
 * Elements that are no media range are ignored, as RFC 9110 asks for lists with empty elements.
 */
import { parse } from 'content-type';

export interface MediaRange {
  /** Lower case, such as `application/vnd.api+json` or `application/*`. */
  readonly type: string;
  /** All parameters except `q`; names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  /** 0 (refused) to 1. */
  readonly weight: number;
}

const weightPattern = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** @returns the weight; 1 if it is absent or malformed */
export const parseWeight = (text: string | undefined): number =>
  text !== undefined && weightPattern.test(text) ? Number(text) : 1;

/** Converts the parser's object into a Map. */
export const toParameterMap = (parameters: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(parameters));

/** @param header commas inside quoted parameter values do not separate. Cost: O(length). */
export function parseMediaRanges(header: string): readonly MediaRange[] {
  const ranges: MediaRange[] = [];
  for (let start = 0; start < header.length; ) {
    const element = parse(header, { comma: true, start });
    if (element.type.includes('/')) {
      const parameters = new Map(toParameterMap(element.parameters));
      const weight = parseWeight(parameters.get('q'));
      parameters.delete('q');
      ranges.push({ type: element.type, parameters, weight });
    }
    start = element.index + 1;
  }
  return ranges;
}
