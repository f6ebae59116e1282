/**
 * The media type rules of JSON:API 1.1: which `Content-Type` is refused with 415 and which `Accept` with 406.
 *
 * A request needs neither header. No extension is supported; profiles are ignored, as the specification asks, but for
 * ours (`profile`). An `Accept` that names other types only (`text/html`, `application/json`) is served all the same:
 * HTTP leaves that to the server, and a browser's address bar should show the document.
 */
import { parse } from 'content-type';
import type { RequestProblem } from '../../content/errors/index.js';
import { JSON_API } from '../wire/headers.js';
import { type MediaRange, mediaRanges, parametersOf } from './accept.js';
import { remembered } from './remembered.js';

const knownParameters: ReadonlySet<string> = new Set(['ext', 'profile']);

/** @returns what is wrong with the parameters of an instance of the JSON:API media type, or undefined */
export function fault(parameters: ReadonlyMap<string, string>): string | undefined {
  for (const name of parameters.keys()) {
    if (!knownParameters.has(name)) return `the parameter "${name}", which JSON:API does not allow`;
  }
  const extensions = parameters.get('ext')?.trim() ?? '';
  return extensions === '' ? undefined : `the extension "${extensions}", which is not supported`;
}

/** @returns why a request with this `Content-Type` is refused with 415, or undefined */
export function contentTypeProblem(header: string | undefined): RequestProblem | undefined {
  return header === undefined || header === JSON_API ? undefined : judgeContentType(header);
}

const judgeContentType = remembered((header: string): RequestProblem | undefined => {
  const sent = parse(header);
  if (sent.type !== JSON_API) return undefined;
  const found = fault(parametersOf(sent.parameters));
  if (found === undefined) return undefined;
  return {
    code: 'UnsupportedMediaType',
    detail: `The Content-Type has ${found}. Send only "${JSON_API}", or no Content-Type.`,
    header: 'Content-Type',
  };
});

/** The most specific range that covers the JSON:API media type decides; the range names are in that order. */
const wildcards = ['application/*', '*/*'] as const;

function refusesByWildcard(ranges: readonly MediaRange[]): boolean {
  for (const type of wildcards) {
    const range = ranges.find((candidate) => candidate.type === type);
    if (range !== undefined) return range.weight === 0;
  }
  return false;
}

/** @returns why a request with this `Accept` is refused with 406, or undefined */
export function acceptProblem(header: string | undefined): RequestProblem | undefined {
  return header === undefined || header === '*/*' ? undefined : judgeAccept(header);
}

const judgeAccept = remembered((header: string): RequestProblem | undefined => {
  const ranges = mediaRanges(header);
  const instances = ranges.filter((range) => range.type === JSON_API);
  const plain = instances.filter((range) => fault(range.parameters) === undefined);
  const [first] = instances;
  let reason: string | undefined;
  if (first !== undefined && plain.length === 0) {
    reason = `Every "${JSON_API}" in Accept has parameters that are not supported: ${fault(first.parameters)}.`;
  } else if (first === undefined ? refusesByWildcard(ranges) : plain.every((range) => range.weight === 0)) {
    reason = `Accept gives "${JSON_API}" the weight 0, and nothing else is served.`;
  }
  if (reason === undefined) return undefined;
  return { code: 'NotAcceptable', detail: `${reason} Send Accept: ${JSON_API}.`, header: 'Accept' };
});
