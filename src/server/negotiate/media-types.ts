/**
 * Remembering what was worked out for a header's text: clients send the same few over and over.
 *
 * Reading `Accept`: the media ranges a client named, in its order, with their parameters and weight.
 *
 * Elements that are no media range are passed over, as RFC 9110 asks of lists with empty elements.
 *
 * The media type rules of JSON:API 1.1: which `Content-Type` is refused with 415 and which `Accept` with 406.
 *
 * A request needs neither header. No extension is supported; profiles are ignored, as the specification asks, but for
 * ours (`profile`). An `Accept` that names other types only (`text/html`, `application/json`) is served all the same:
 * HTTP leaves that to the server, and a browser's address bar should show the document.
 *
 * The profile of JSON:API that every document follows: where it is described, and who is told in `Content-Type`.
 *
 * A document is the same for everybody, so a client that names the profile in `Accept` gets the same bytes under the same
 * entity tag: only its media type names the profile too, as JSON:API 1.1 asks of a server that applies one.
 */

import { parse } from 'content-type';
import type { RequestProblem } from '../../content/errors/index.js';
import { JSON_API } from '../wire/headers.js';

/** Longer texts are worked out each time, so that a client cannot make this large. */
const keyLengthMaximum = 256;
const entriesMaximum = 256;

/** @returns the function, remembering its last results. Whoever sends many different texts only costs themselves. */
export function remembered<Result>(work: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, { readonly result: Result }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.result;
    const result = work(text);
    if (text.length > keyLengthMaximum) return result;
    if (known.size >= entriesMaximum) known.clear();
    known.set(text, { result });
    return result;
  };
}

interface MediaRange {
  /** Lower case, such as `application/vnd.api+json`, `application/*`. */
  readonly type: string;
  /** All but `q`; names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
  /** 0 (refused) to 1. */
  readonly weight: number;
}

const weightPattern = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** @returns the weight written, or 1 where it is absent or no weight */
export const weightOf = (text: string | undefined): number =>
  text !== undefined && weightPattern.test(text) ? Number(text) : 1;

/** A media type's parameters, out of the parser's object and into a Map. */
const parametersOf = (parameters: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(parameters));

/** @param header commas inside quoted parameter values do not separate. Cost: O(length). */
function mediaRanges(header: string): readonly MediaRange[] {
  const ranges: MediaRange[] = [];
  for (let start = 0; start < header.length; ) {
    const element = parse(header, { comma: true, start });
    if (element.type.includes('/')) {
      const parameters = new Map(parametersOf(element.parameters));
      const weight = weightOf(parameters.get('q'));
      parameters.delete('q');
      ranges.push({ type: element.type, parameters, weight });
    }
    start = element.index + 1;
  }
  return ranges;
}

const knownParameters: ReadonlySet<string> = new Set(['ext', 'profile']);

/** @returns what is wrong with the parameters of an instance of the JSON:API media type, or undefined */
function fault(parameters: ReadonlyMap<string, string>): string | undefined {
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
  return header === undefined || header === '*/*' || header === JSON_API ? undefined : judgeAccept(header);
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

/** Below the public URL. */
export const PROFILE_PATH = '/profile';

/** @param publicUrl `''` or a URL without a slash at its end */
export const profileOf = (publicUrl: string): string => `${publicUrl}${PROFILE_PATH}`;

/** @returns the header line that leads to the profile, as name and value */
export const profileLink = (profile: string): readonly string[] => ['Link', `<${profile}>; rel="profile"`];

/** The profiles that are named by those instances of the JSON:API media type that are not refused. */
const named = remembered(
  (accept: string): ReadonlySet<string> =>
    new Set(
      mediaRanges(accept)
        .filter(({ type, weight, parameters }) => type === JSON_API && weight > 0 && fault(parameters) === undefined)
        .flatMap(({ parameters }) => parameters.get('profile')?.split(' ') ?? []),
    ),
);

/**
 * @param accept  one that has been judged already: nothing in it is a mistake
 * @param profile where it is described
 * @returns the media type of a document that shall name the profile; undefined where nobody asked for it
 * Cost: a search in the header, and nothing more for those who name no profile.
 */
export function profiledType(accept: string | undefined, profile: string): string | undefined {
  if (accept === undefined || !accept.includes('profile') || !named(accept).has(profile)) return undefined;
  return `${JSON_API}; profile="${profile}"`;
}
