/**
 * The table of fields that decide whether an item is public, in whatever source: their names, what they mean, and how their
 * values are judged. A name counts without its case and signs: `publish_date`, `PublishDate` and `publish-date` are one.
 *
 * `pages` are the front matter of generators (Hugo, Jekyll, Eleventy, Astro, Docusaurus, Gatsby, Zola, Hexo, Nuxt, Ghost);
 * `records` are rows and entries of any other source, whose fields somebody has named for a purpose of their own.
 * What a system says in forms of its own (sys of Contentful, ids of Sanity) is judged by its source.
 */

export type Effect =
  /** Yes: it is not public. */
  | 'hides'
  /** No: it is not public. */
  | 'shows'
  /** The time from which, or until which it is public. */
  | 'begins'
  | 'ends'
  /** As `begins`, where yes means that it has not begun. */
  | 'waits'
  /** A word. */
  | 'status'
  /** A path, or that there is none. */
  | 'address'
  /** Whether a page is made. */
  | 'render';

export interface DecidingField {
  readonly names: readonly string[];
  readonly effect: Effect;
  /** Why an item is left out by it. */
  readonly reason: string;
  /** Also with no value of its kind in the type, what cannot be judged keeps an item out. */
  readonly certainIn: 'both' | 'pages' | 'none';
  readonly in: 'both' | 'pages' | 'records';
  /** Of a record, null and an empty text say that it is not set: `expires: null`. */
  readonly mayBeUnset?: true;
  /** Counts only where no other of the same kind is there. */
  readonly isLast?: true;
  /** Lets in what its dates keep out. */
  readonly option?: TimeOption;
}

export type TimeOption = '--with-expired' | '--with-future';

const DRAFT = 'a draft';
const NOT_PUBLISHED = 'not published';
const LATER = 'to be published later';
const EXPIRED = 'expired';

export const DECIDING_FIELDS: readonly DecidingField[] = [
  { names: ['draft', 'isdraft'], effect: 'hides', reason: DRAFT, certainIn: 'both', in: 'both', mayBeUnset: true },
  {
    names: ['unlisted', 'isunlisted'],
    effect: 'hides',
    reason: 'unlisted',
    certainIn: 'both',
    in: 'both',
    mayBeUnset: true,
  },
  {
    names: ['unpublished', 'isunpublished', 'emailonly'],
    effect: 'hides',
    reason: NOT_PUBLISHED,
    certainIn: 'both',
    in: 'both',
    mayBeUnset: true,
  },
  {
    names: ['headless', 'eleventyexcludefromcollections'],
    effect: 'hides',
    reason: NOT_PUBLISHED,
    certainIn: 'pages',
    in: 'pages',
  },
  {
    names: ['private', 'isprivate', 'hidden', 'ishidden', 'membersonly', 'passwordprotected', 'ispasswordprotected'],
    effect: 'hides',
    reason: NOT_PUBLISHED,
    certainIn: 'pages',
    in: 'both',
    mayBeUnset: true,
  },
  {
    names: ['archived', 'isarchived', 'deleted', 'isdeleted', 'trashed'],
    effect: 'hides',
    reason: 'archived or deleted',
    certainIn: 'pages',
    in: 'both',
    mayBeUnset: true,
  },
  {
    names: ['archivedat', 'deletedat', 'trashedat'],
    effect: 'ends',
    reason: 'archived or deleted',
    certainIn: 'both',
    in: 'both',
    mayBeUnset: true,
  },
  { names: ['ispublished'], effect: 'shows', reason: NOT_PUBLISHED, certainIn: 'both', in: 'both' },
  {
    names: ['public', 'ispublic', 'visible', 'isvisible'],
    effect: 'shows',
    reason: NOT_PUBLISHED,
    certainIn: 'pages',
    in: 'both',
  },
  // A date, or whether.
  {
    names: [
      'published',
      'publish',
      'publishedat',
      'publishedon',
      'publisheddate',
      'datepublished',
      'pubdate',
      'pubdatetime',
    ],
    effect: 'begins',
    reason: LATER,
    certainIn: 'both',
    in: 'both',
    option: '--with-future',
  },
  {
    names: ['publishdate', 'publishat', 'publishon', 'publishtime', 'golive', 'golivedate', 'visiblefrom'],
    effect: 'begins',
    reason: LATER,
    certainIn: 'both',
    in: 'both',
    option: '--with-future',
  },
  {
    names: ['embargo', 'embargodate', 'embargountil', 'scheduled', 'scheduledat', 'scheduledfor', 'scheduleddate'],
    effect: 'waits',
    reason: LATER,
    certainIn: 'both',
    in: 'both',
    mayBeUnset: true,
    option: '--with-future',
  },
  {
    names: ['date'],
    effect: 'begins',
    reason: LATER,
    certainIn: 'pages',
    in: 'pages',
    isLast: true,
    option: '--with-future',
  },
  {
    names: ['expirydate', 'expires', 'expiresat', 'expireson', 'expiry', 'expiration', 'expirationdate'],
    effect: 'ends',
    reason: EXPIRED,
    certainIn: 'both',
    in: 'both',
    mayBeUnset: true,
    option: '--with-expired',
  },
  {
    names: ['unpublishdate', 'unpublishat', 'unpublishon', 'unpublishedat', 'visibleuntil'],
    effect: 'ends',
    reason: EXPIRED,
    certainIn: 'both',
    in: 'both',
    mayBeUnset: true,
    option: '--with-expired',
  },
  {
    names: ['status', 'state', 'access', 'stage', 'poststatus', 'contentstatus', 'workflowstate', 'workflowstatus'],
    effect: 'status',
    reason: NOT_PUBLISHED,
    certainIn: 'none',
    in: 'both',
  },
  { names: ['visibility'], effect: 'status', reason: NOT_PUBLISHED, certainIn: 'pages', in: 'both' },
  {
    names: ['moderationstate', 'publishstatus', 'publicationstatus', 'publishingstatus', 'publishedstatus'],
    effect: 'status',
    reason: NOT_PUBLISHED,
    certainIn: 'both',
    in: 'both',
  },
  { names: ['permalink'], effect: 'address', reason: NOT_PUBLISHED, certainIn: 'pages', in: 'pages' },
  {
    names: ['render', 'build.render', 'build.list'],
    effect: 'render',
    reason: NOT_PUBLISHED,
    certainIn: 'pages',
    in: 'pages',
  },
];

/** What a name is compared as. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\d]/gu, '');

export type ItemKind = 'pages' | 'records';

/** @returns the fields that decide, by their plain names; those within `build` by `build.` and their names */
export const findDecidingFields = (itemKind: ItemKind): ReadonlyMap<string, DecidingField> =>
  new Map(
    DECIDING_FIELDS.filter((field) => field.in === 'both' || field.in === itemKind).flatMap((field) =>
      field.names.map((name) => [name, field] as const),
    ),
  );

export const isCertain = ({ certainIn }: DecidingField, itemKind: ItemKind): boolean =>
  certainIn === 'both' || certainIn === itemKind;
