/**
 * One row of the table of deciding fields: its effect, its reason in the report, and the items in which it decides.
 *
 * Elsewhere: the rows themselves (fields, conventions).
 */

/**
 * `pages` are files with front matter of a site generator (Hugo, Jekyll, Eleventy, Astro, Docusaurus, Gatsby, Zola, Hexo, Nuxt,
 * Ghost). `records` are rows and entries of any other source, whose fields are named by their authors.
 */
export type ItemKind = 'pages' | 'records';

export type Effect =
  /** A truth value: true makes the item private. */
  | 'hides'
  /** A truth value: false makes the item private. */
  | 'shows'
  /** The time from which the item is public, or a truth value as for `shows`. */
  | 'begins'
  /** The time until which the item is public. */
  | 'ends'
  /** The time from which the item is public, or a truth value as for `hides`. */
  | 'waits'
  /** A word for a state, such as `draft`. */
  | 'status'
  /** The path of the page; false if it has none. */
  | 'address'
  /** Whether the generator writes a page. */
  | 'render'
  /** A password that readers must type: the item is private unless it is empty. */
  | 'locks'
  /** Groups, roles or levels of readers who may see the item: it is private unless they are all visitors, or none is named. */
  | 'groups';

export interface DecidingField {
  /** Names without case and signs; a member of `build` has the prefix `build.`. */
  readonly names: readonly string[];
  readonly effect: Effect;
  /** The reason in the report, if the field makes an item private. */
  readonly reason: string;
  /** Kinds of items in which the name is always about publication. In other items, a value of the type must show it. */
  readonly certainIn: 'both' | 'pages' | 'none';
  /** Kinds of items in which the field decides. */
  readonly in: 'both' | ItemKind;
  /** Whether null and an empty text in a record mean that there is no such rule: `expires: null`. */
  readonly mayBeUnset?: true;
  /** Whether every word for a private state counts, even one that has other meanings in a field such as `status`. */
  readonly areWordsFirm?: true;
  /** Names of other members, one of which the item must have: they show the system whose convention the field is. */
  readonly beside?: readonly string[];
  /** Whether 0 means that no time is set. */
  readonly isZeroUnset?: true;
  /** Values of `groups` for all visitors; by default 0 and -1, as TYPO3 writes them, and words such as `everyone`. */
  readonly publicGroups?: RegExp;
  /** Whether the field counts only if no other field of the item has the same effect. */
  readonly isFallback?: true;
  /** The option that keeps items in spite of the field's time. */
  readonly option?: TimeOption;
}

export type TimeOption = '--with-expired' | '--with-future';

/** Reasons in the report. */
export const DRAFT = 'a draft';
export const NOT_PUBLISHED = 'not published';
export const LATER = 'to be published later';
export const EXPIRED = 'expired';
export const LOCKED = 'protected by a password';
export const MEMBERS = 'for members only';
export const DELETED = 'archived or deleted';
