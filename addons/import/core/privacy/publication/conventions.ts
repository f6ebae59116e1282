/**
 * Rows of the table of deciding fields: names that one system has, and names in other languages than English.
 *
 * Elsewhere: names that many systems have (fields).
 */
import {
  DELETED,
  type DecidingField,
  DRAFT,
  EXPIRED,
  LATER,
  LOCKED,
  MEMBERS,
  NOT_PUBLISHED,
} from './deciding-field.js';

type Effect = DecidingField['effect'];

const mayBeUnset: ReadonlySet<Effect> = new Set(['hides', 'ends', 'groups', 'locks']);

/** A row for records and pages, which is certain in pages only. */
const row = (effect: Effect, reason: string, names: string, more: Partial<DecidingField> = {}): DecidingField => ({
  names: names.split(' '),
  effect,
  reason,
  certainIn: 'pages',
  in: 'both',
  ...(mayBeUnset.has(effect) && { mayBeUnset: true }),
  ...more,
});

const FUTURE = { option: '--with-future' } as const;
/** A beginning that need not be set. */
const SOMETIMES = { ...FUTURE, mayBeUnset: true } as const;
const PAST = { option: '--with-expired' } as const;
const UNCERTAIN_PAGES = { in: 'pages', certainIn: 'none' } as const;
const PAGES = { in: 'pages', certainIn: 'pages' } as const;

/** Members of every row of TYPO3 and of Contao. */
const ofTypo3 = { beside: ['tstamp', 'crdate', 'fegroup'], certainIn: 'both', isZeroUnset: true } as const;

/** No version. */
const NONE = /^(?:|0|false)$/;

const languages: readonly DecidingField[] = [
  row('hides', DRAFT, 'entwurf brouillon borrador bozza rascunho utkast kladde szkic 下書き 草稿'),
  row(
    'hides',
    NOT_PUBLISHED,
    'versteckt vertraulich privat oculto privado privada nascosto privato masqué privé verborgen dold',
  ),
  row('hides', NOT_PUBLISHED, '非公開 скрыто confidentiel confidencial'),
  row('hides', DELETED, 'archiviert gelöscht archivé supprimé archivado eliminado archiviato gearchiveerd arkiverad'),
  row(
    'shows',
    NOT_PUBLISHED,
    'öffentlich sichtbar freigegeben publique público pubblico visibile openbaar zichtbaar synlig',
  ),
  row(
    'begins',
    LATER,
    'veröffentlicht publiziert publié publicado pubblicato gepubliceerd publicerad publisert udgivet 公開 公開済み опубликовано',
    FUTURE,
  ),
  row('ends', EXPIRED, 'ablaufdatum läuftab dateexpiration fechaexpiración datascadenza verloopdatum', PAST),
  row('status', NOT_PUBLISHED, 'statut estado stato estatus situação situacao zustand tilstand stav tila durum'),
  row('status', NOT_PUBLISHED, 'статус 状态 狀態 ステータス 公開状態 상태 bearbeitungsstatus redaktionsstatus'),
  row('status', NOT_PUBLISHED, 'veröffentlichungsstatus publikationsstatus freigabestatus sichtbarkeit visibilité', {
    areWordsFirm: true,
  }),
  row('status', NOT_PUBLISHED, 'visibilidad visibilidade visibilità zichtbaarheid', { areWordsFirm: true }),
];

const systems: readonly DecidingField[] = [
  // TYPO3. A row with the number of a workspace, or of the row that it replaces, is a version that is not live.
  row('begins', LATER, 'starttime', { ...ofTypo3, ...SOMETIMES }),
  row('ends', EXPIRED, 'endtime', { ...ofTypo3, ...PAST }),
  row('groups', MEMBERS, 'fegroup', { certainIn: 'both' }),
  row('groups', DRAFT, 't3verwsid t3veroid t3verstate', { certainIn: 'both', publicGroups: NONE }),
  // Contao.
  row('begins', LATER, 'start', { ...ofTypo3, ...SOMETIMES }),
  row('ends', EXPIRED, 'stop', { ...ofTypo3, ...PAST }),
  row('hides', MEMBERS, 'protected', ofTypo3),
  // Joomla: 1 is the level of all visitors, 5 of those without a login.
  row('groups', MEMBERS, 'access', {
    beside: ['catid'],
    certainIn: 'both',
    publicGroups: /^(?:|0|1|5|public|guest)$/i,
  }),
  // Neos.
  row('begins', LATER, 'hiddenbeforedatetime enableafterdatetime', { ...SOMETIMES, certainIn: 'both' }),
  row('ends', EXPIRED, 'hiddenafterdatetime disableafterdatetime', { ...PAST, certainIn: 'both' }),
  row('groups', MEMBERS, 'accessroles', { certainIn: 'both' }),
  // Craft.
  row('shows', NOT_PUBLISHED, 'enabled isenabled enabledforsite'),
  row('hides', DRAFT, 'isprovisionaldraft', { certainIn: 'both' }),
  row('groups', DRAFT, 'draftid revisionid', {
    beside: ['canonicalid', 'isprovisionaldraft'],
    certainIn: 'both',
    publicGroups: NONE,
  }),
  // Wagtail.
  row('shows', NOT_PUBLISHED, 'live', { beside: ['hasunpublishedchanges', 'goliveat', 'expireat'], certainIn: 'both' }),
  row('hides', EXPIRED, 'expired', { beside: ['live', 'expireat'], certainIn: 'both' }),
  // Wagtail, Bolt, DatoCMS, Sitecore and others: from one time to another.
  row('begins', LATER, 'goliveat goliveon datepublish publicationscheduledat publishafter livefrom onlinefrom', {
    ...SOMETIMES,
    certainIn: 'both',
  }),
  row('ends', EXPIRED, 'datedepublish unpublishingscheduledat takedownat takedowndate onlineuntil offlineat', {
    ...PAST,
    certainIn: 'both',
  }),
  // Webflow, Storyblok, Wagtail, Prismic: empty if the item was never published.
  row('begins', LATER, 'lastpublished lastpublishedat firstpublishedat firstpublicationdate lastpublicationdate', {
    ...FUTURE,
    certainIn: 'both',
  }),
  // Pimcore, Magnolia, AEM.
  row('shows', NOT_PUBLISHED, 'opublished mgnlactivationstatus', { certainIn: 'both' }),
  row('status', NOT_PUBLISHED, 'cqlastreplicationaction', { certainIn: 'both' }),
  // Plone.
  row('begins', LATER, 'effective effectivedate', { beside: ['reviewstate'], ...SOMETIMES }),
  // Discourse.
  row('hides', MEMBERS, 'readrestricted', { certainIn: 'both' }),
  row('shows', NOT_PUBLISHED, 'isapproved commentapproved'),
  row('shows', NOT_PUBLISHED, 'approved', { beside: ['comment', 'author', 'authorname', 'postid', 'body', 'text'] }),
];

/** Front matter of themes and generators. Other values than truth values have other meanings. */
const pages: readonly DecidingField[] = [
  row('hides', NOT_PUBLISHED, 'disabled restricted isrestricted secret internal protected', UNCERTAIN_PAGES),
  row('shows', NOT_PUBLISHED, 'listed', UNCERTAIN_PAGES),
  row('hides', DRAFT, 'wip', PAGES),
  // Grav: a page that only modules include.
  row('shows', NOT_PUBLISHED, 'routable', PAGES),
  // Statamic names the way in which a page is protected.
  row('groups', MEMBERS, 'protect', PAGES),
  // Digital Garden, a plugin of Obsidian.
  row('shows', NOT_PUBLISHED, 'dgpublish', PAGES),
  row('locks', LOCKED, 'dgpass', PAGES),
  // Lume.
  row('shows', NOT_PUBLISHED, 'url', UNCERTAIN_PAGES),
];

export const CONVENTIONS: readonly DecidingField[] = [...languages, ...systems, ...pages];
