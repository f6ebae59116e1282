/**
 * The table of deciding fields, which say whether an item is public: their names, effects and reasons, for all sources.
 *
 * A name counts without its case and signs: `publish_date`, `PublishDate` and `publish-date` are the same name.
 * Elsewhere: judging a value (judge), facts that only one system has, such as `sys` of Contentful (that system's source).
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
  | 'locks';

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
  /** Whether the field counts only if no other field of the item has the same effect. */
  readonly isFallback?: true;
  /** The option that keeps items in spite of the field's time. */
  readonly option?: TimeOption;
}

export type TimeOption = '--with-expired' | '--with-future';

const DRAFT = 'a draft';
const NOT_PUBLISHED = 'not published';
const LATER = 'to be published later';
const EXPIRED = 'expired';
const LOCKED = 'protected by a password';

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
    names: ['unpublished', 'isunpublished', 'emailonly', 'notpublished', 'donotpublish', 'nopublish'],
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
    names: [
      'confidential',
      'isconfidential',
      'notpublic',
      'memberonly',
      'subscribersonly',
      'internalonly',
      'staffonly',
    ],
    effect: 'hides',
    reason: NOT_PUBLISHED,
    certainIn: 'pages',
    in: 'both',
    mayBeUnset: true,
  },
  {
    names: ['loginrequired', 'requireslogin', 'requiresauth'],
    effect: 'hides',
    reason: NOT_PUBLISHED,
    certainIn: 'pages',
    in: 'both',
    mayBeUnset: true,
  },
  // A draft in other languages.
  {
    names: ['entwurf', 'brouillon', 'borrador', 'bozza', 'rascunho', 'utkast', 'kladde', 'szkic'],
    effect: 'hides',
    reason: DRAFT,
    certainIn: 'pages',
    in: 'both',
    mayBeUnset: true,
  },
  {
    names: ['postpassword', 'pagepassword', 'accesspassword', 'viewpassword'],
    effect: 'locks',
    reason: LOCKED,
    certainIn: 'both',
    in: 'both',
    mayBeUnset: true,
  },
  // Plugins of Hexo, Hugo and Jekyll that encrypt a page. In records, it is a secret like any other.
  { names: ['password', 'passphrase'], effect: 'locks', reason: LOCKED, certainIn: 'pages', in: 'pages' },
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
  // These names have a date in some systems, and a truth value in others.
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
  // `published` in other languages.
  {
    names: ['veröffentlicht', 'publié', 'publicado', 'pubblicato', 'gepubliceerd', 'publicerad'],
    effect: 'begins',
    reason: LATER,
    certainIn: 'pages',
    in: 'both',
    option: '--with-future',
  },
  // Craft CMS; Joomla; and other systems that show an item from one time to another.
  {
    names: ['postdate', 'publishup', 'publishfrom', 'publishstart', 'publishstartdate', 'showfrom', 'displayfrom'],
    effect: 'begins',
    reason: LATER,
    certainIn: 'pages',
    in: 'both',
    mayBeUnset: true,
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
    isFallback: true,
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
    names: [
      'publishdown',
      'publishuntil',
      'publisheduntil',
      'publishend',
      'publishenddate',
      'showuntil',
      'displayuntil',
    ],
    effect: 'ends',
    reason: EXPIRED,
    certainIn: 'pages',
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

/** @returns the name without case and signs, as the table has it */
export const normalizeName = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '');

/** @returns the deciding fields of one kind of items, by each of their names */
export const findDecidingFields = (itemKind: ItemKind): ReadonlyMap<string, DecidingField> =>
  new Map(
    DECIDING_FIELDS.filter((field) => field.in === 'both' || field.in === itemKind).flatMap((field) =>
      field.names.map((name) => [name, field] as const),
    ),
  );

/** Whether the field's name is about publication in every type of this kind. */
export const isCertain = ({ certainIn }: DecidingField, itemKind: ItemKind): boolean =>
  certainIn === 'both' || certainIn === itemKind;
