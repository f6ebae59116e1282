/**
 * The reasons for which a statement of the specification asks nothing of this server.
 */

export interface Waiver {
  /**
   * Whose affair it is instead: `writing` servers, `client`s, or nobody's, where it is a `choice` that the
   * specification leaves (MAY, SHOULD, RECOMMENDED) and that was not taken.
   */
  readonly because: 'writing' | 'client' | 'choice';
  readonly reason: string;
}

/** One statement: the tests that show it, by name, or the waiver. */
export type Entry =
  | { readonly id: string; readonly tests: readonly string[] }
  | { readonly id: string; readonly waived: Waiver };

const writing = (reason: string): Waiver => ({ because: 'writing', reason });
const client = (reason: string): Waiver => ({ because: 'client', reason });
const choice = (reason: string): Waiver => ({ because: 'choice', reason });

export const CREATING = writing(
  'Nothing is ever created: a POST is refused with 405 and Allow, which is how HTTP names a method that a resource does not have.',
);
export const UPDATING = writing(
  'Nothing is ever updated: content changes by a new snapshot, and a PATCH is refused with 405 and Allow.',
);
export const CHANGING_LINKS = writing(
  'Relationships are never changed over HTTP: PATCH, POST and DELETE of a relationship are refused with 405 and Allow.',
);
export const DELETING = writing('Nothing is ever deleted over HTTP: a DELETE is refused with 405 and Allow.');

export const CLIENT_SENDS = client(
  'It says what clients send; a request without these headers is served all the same.',
);
export const CLIENT_READS = client('It says how clients read an answer; ours bears no such parameters to be ignored.');

export const IDENTIFIER_META = choice(
  'Resource identifiers have type and id alone; there is nothing more to say of a link.',
);
export const JSONAPI_META = choice(
  'The jsonapi object says the version alone; what else there is to know is in headers.',
);
export const AT_MEMBERS = choice(
  'Documents have no @-members: names of fields begin with a letter, and none are added.',
);
export const DEFAULT_INCLUDE = choice(
  'Nothing is included that was not asked for, so that a document has no hidden cost.',
);
export const NO_WRITING = choice('The server only reads: it serves an immutable snapshot of what a CMS has exported.');
export const OWN_PARAMETERS = choice(
  'There are no parameters beside the families that the specification names: filter, sort, include, page and fields.',
);
