/**
 * The table of deciding fields, which say whether an item is public: their names, effects and reasons, for all sources.
 *
 * A name counts without its case and signs: `publish_date`, `PublishDate` and `publish-date` are the same name.
 * Elsewhere: rows of single systems and of other languages (conventions), judging a value (judge), facts that only one system has,
 * such as `sys` of Contentful (that system's source).
 */
import { CONVENTIONS } from './conventions.js';
import { type DecidingField, DRAFT, EXPIRED, type ItemKind, LATER, LOCKED, NOT_PUBLISHED } from './deciding-field.js';

const generalFields: readonly DecidingField[] = [
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
    names: [
      'private',
      'isprivate',
      'hidden',
      'ishidden',
      'hide',
      'invisible',
      'isinvisible',
      'membersonly',
      'passwordprotected',
      'ispasswordprotected',
    ],
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
    names: [
      'archived',
      'isarchived',
      'deleted',
      'isdeleted',
      'trashed',
      'istrashed',
      'intrash',
      'softdeleted',
      'isremoved',
      'isspam',
    ],
    effect: 'hides',
    reason: 'archived or deleted',
    certainIn: 'pages',
    in: 'both',
    mayBeUnset: true,
  },
  {
    names: [
      'archivedat',
      'deletedat',
      'trashedat',
      'removedat',
      'datedeleted',
      'deleteddate',
      'deletedon',
      'datearchived',
      'archiveddate',
      'archivedon',
    ],
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
    names: [
      'expirydate',
      'expires',
      'expiresat',
      'expireson',
      'expireat',
      'expireon',
      'expiredate',
      'expirytime',
      'expiry',
      'expiration',
      'expirationdate',
    ],
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
    names: [
      'status',
      'state',
      'access',
      'stage',
      'statustext',
      'statuslabel',
      'statusname',
      'statuscode',
      'workflowstate',
      'workflowstatus',
      'workflowstep',
      'stepidentifier',
      'reviewstate',
      'reviewstatus',
      'approvalstatus',
    ],
    effect: 'status',
    reason: NOT_PUBLISHED,
    certainIn: 'none',
    in: 'both',
  },
  // Ghost writes `tiers` or `paid`, which are words of other meanings in a field of another name.
  {
    names: ['visibility'],
    effect: 'status',
    reason: NOT_PUBLISHED,
    certainIn: 'pages',
    in: 'both',
    areWordsFirm: true,
  },
  {
    names: [
      'moderationstate',
      'publishstatus',
      'publicationstatus',
      'publishingstatus',
      'publishedstatus',
      'publishstate',
      'publicationstate',
      'publishingstate',
      'publishedstate',
    ],
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

export const DECIDING_FIELDS: readonly DecidingField[] = [...generalFields, ...CONVENTIONS];

/** @returns the name without case and signs, as the table has it */
export const normalizeName = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\d]/gu, '');

/** @returns the deciding fields of one kind of items, by each of their names; those that need another member first */
export function findDecidingFields(itemKind: ItemKind): ReadonlyMap<string, readonly DecidingField[]> {
  const fieldsByName = new Map<string, readonly DecidingField[]>();
  for (const field of DECIDING_FIELDS) {
    if (field.in !== 'both' && field.in !== itemKind) continue;
    for (const name of field.names) {
      const others = fieldsByName.get(name) ?? [];
      fieldsByName.set(name, field.beside === undefined ? [...others, field] : [field, ...others]);
    }
  }
  return fieldsByName;
}

/** Whether the field's name is about publication in every type of this kind. */
export const isCertain = ({ certainIn }: DecidingField, itemKind: ItemKind): boolean =>
  certainIn === 'both' || certainIn === itemKind;
