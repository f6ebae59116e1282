/**
 * The profile of JSON:API that every document follows: where it is described, and who is told in `Content-Type`.
 *
 * A document is the same for everybody, so a client that names the profile in `Accept` gets the same bytes under the same
 * entity tag: only its media type names the profile too, as JSON:API 1.1 asks of a server that applies one.
 */
import { JSON_API } from '../wire/headers.js';
import { mediaRanges } from './accept.js';
import { fault } from './media-types.js';
import { remembered } from './remembered.js';

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
