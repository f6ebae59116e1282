/**
 * The JSON:API profile that every document follows: its URL, and the condition on which `Content-Type` names it.
 *
 * A document is the same for every client. A client that names the profile in `Accept` gets the same bytes, and a media
 * type that names the profile too, as JSON:API 1.1 asks of a server that applies one.
 */
import { JSON_API } from '../http/headers.js';
import { parseMediaRanges } from './media-ranges.js';
import { parameterFault } from './media-types.js';
import { memoize } from './memoized.js';

/** Path of the profile below the public URL. */
export const PROFILE_PATH = '/profile';

/** @param publicUrl `''` or a URL without a slash at its end */
export const profileUrl = (publicUrl: string): string => `${publicUrl}${PROFILE_PATH}`;

/** Name of the OpenAPI description of a space, below the public URL or the name of the space. */
export const OPENAPI_FILE = 'openapi.json';

/**
 * @param description URL of the space's OpenAPI description
 * @returns           the `Link` header of documents, as name and value
 */
export const documentLinks = (profile: string, description: string): readonly string[] => [
  'Link',
  `<${profile}>; rel="profile", <${description}>; rel="service-desc"`,
];

/** @returns the profiles named by the instances of the JSON:API media type that are not refused */
const requestedProfiles = memoize(
  (accept: string): ReadonlySet<string> =>
    new Set(
      parseMediaRanges(accept)
        .filter(
          ({ type, weight, parameters }) => type === JSON_API && weight > 0 && parameterFault(parameters) === undefined,
        )
        .flatMap(({ parameters }) => parameters.get('profile')?.split(' ') ?? []),
    ),
);

/**
 * @param accept  a header without mistakes: `acceptProblem` has checked it
 * @param profile URL of the profile
 * @returns the media type of a document that names the profile; undefined if the client does not ask for it
 * Cost: a search in the header, and nothing more for clients that name no profile.
 */
export function findProfiledType(accept: string | undefined, profile: string): string | undefined {
  if (accept === undefined || !accept.includes('profile') || !requestedProfiles(accept).has(profile)) return undefined;
  return `${JSON_API}; profile="${profile}"`;
}
