/**
 * Media type rules of JSON:API 1.1: a wrong `Content-Type` gets 415, a wrong `Accept` gets 406.
 *
 * A request needs neither header. No extension is supported; unknown profiles are ignored, as the specification asks.
 * An `Accept` with other types only (`text/html`, `application/json`) gets the document too: HTTP leaves the decision to
 * the server, and a browser's address bar should show the document.
 */
import { parse } from 'content-type';
import type { RequestProblem } from '../../content/errors/index.js';
import { JSON_API } from '../http/headers.js';
import { type MediaRange, parseMediaRanges, toParameterMap } from './media-ranges.js';
import { memoize } from './memoized.js';

const allowedParameters: ReadonlySet<string> = new Set(['ext', 'profile']);

/** @returns the reason why these parameters of the JSON:API media type are not supported; undefined if they are */
export function parameterFault(parameters: ReadonlyMap<string, string>): string | undefined {
  for (const name of parameters.keys()) {
    if (!allowedParameters.has(name)) return `the parameter "${name}", which JSON:API does not allow`;
  }
  const extensions = parameters.get('ext')?.trim() ?? '';
  return extensions === '' ? undefined : `the extension "${extensions}", which is not supported`;
}

/** @returns the problem of a request with this `Content-Type`, which is refused with 415; undefined if there is none */
export function contentTypeProblem(header: string | undefined): RequestProblem | undefined {
  return header === undefined || header === JSON_API ? undefined : judgeContentType(header);
}

const judgeContentType = memoize((header: string): RequestProblem | undefined => {
  const mediaType = parse(header);
  if (mediaType.type !== JSON_API) return undefined;
  const fault = parameterFault(toParameterMap(mediaType.parameters));
  if (fault === undefined) return undefined;
  return {
    code: 'UnsupportedMediaType',
    detail: `The Content-Type has ${fault}. Send only "${JSON_API}", or no Content-Type.`,
    header: 'Content-Type',
  };
});

/** Ranges that cover the JSON:API media type, the most specific first: the first one in `Accept` decides. */
const wildcards = ['application/*', '*/*'] as const;

function refusesByWildcard(ranges: readonly MediaRange[]): boolean {
  for (const type of wildcards) {
    const range = ranges.find((candidate) => candidate.type === type);
    if (range !== undefined) return range.weight === 0;
  }
  return false;
}

/** @returns the problem of a request with this `Accept`, which is refused with 406; undefined if there is none */
export function acceptProblem(header: string | undefined): RequestProblem | undefined {
  return header === undefined || header === '*/*' || header === JSON_API ? undefined : judgeAccept(header);
}

const judgeAccept = memoize((header: string): RequestProblem | undefined => {
  const ranges = parseMediaRanges(header);
  const instances = ranges.filter((range) => range.type === JSON_API);
  const supported = instances.filter((range) => parameterFault(range.parameters) === undefined);
  const [first] = instances;
  let reason: string | undefined;
  if (first !== undefined && supported.length === 0) {
    reason = `Every "${JSON_API}" in Accept is refused because of ${parameterFault(first.parameters)}.`;
  } else if (first === undefined ? refusesByWildcard(ranges) : supported.every((range) => range.weight === 0)) {
    reason = `Accept gives "${JSON_API}" the weight 0, and nothing else is served.`;
  }
  if (reason === undefined) return undefined;
  return { code: 'NotAcceptable', detail: `${reason} Send Accept: ${JSON_API}.`, header: 'Accept' };
});
