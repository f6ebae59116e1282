/**
 * First pass over a WordPress site: collects authors, terms, public items and attachments.
 *
 * Elsewhere: the second pass (items), attachments by id (attachments).
 */
import { detachString } from '../../../../build/read/index.js';
import type { Intake } from '../../core/intake/source.js';
import { isPersonAddress } from '../../core/privacy/private-values.js';
import { IdSet } from '../../spool/id-set.js';
import { decodeEntities } from '../../text/entities.js';
import { buildAsset, buildAssetValue, resolveAddress } from '../../value/image.js';
import { numberAt, textAt } from '../../value/json.js';
import { link, toJson } from '../../value/value.js';
import { Attachments } from './attachments.js';
import { type Element, findChildren, readChildText, readFilledText } from './elements.js';
import { isForMembers } from './membership.js';
import { readMeta, readPhpValue } from './meta.js';

export const AUTHOR_TYPE = 'wp:author';
export const COMMENT_TYPE = 'wp:comment';
export const ATTACHMENT = 'attachment';
export const MENU_ITEM = 'nav_menu_item';
/** Reason for an attachment whose parent is missing, so that its publication is unknown. */
export const PARENT_NOT_IN_EXPORT = 'uploaded to an item that is not in the export';
export const buildTaxonomyKey = (taxonomy: string): string => `taxonomy:${taxonomy}`;

export interface Term {
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly parent: string | undefined;
  readonly meta: ReadonlyMap<string, readonly string[]>;
}

/** Elements of a term without content. */
const termBookkeeping: readonly string[] = ['wp:term_id', 'wp:term_taxonomy', 'wp:term_group', 'wp:termmeta'];

/** @returns the id of an item; made of its line if it has none */
export const readId = (item: Element): string => readFilledText(item, 'wp:post_id') ?? `line-${item.line}`;

/** Post types that are not content. */
const internalType =
  /^(?:revision|customize_changeset|oembed_cache|user_request|wp_global_styles|custom_css|wp_font_(?:family|face)|acf-.+|scheduled-action|wp_template(?:_part)?|wpcf7_contact_form|wpforms|shop_webhook|shop_coupon|mc4wp-form|elementor_library|jp_img_sitemap.*|vc_grid_item)$/;
/** Post types with messages and orders of visitors. */
const personalType =
  /^(?:feedback|flamingo_.+|nf_sub|shop_order.*|shop_subscription|edd_payment|give_payment|wc_booking|wc_user_membership|jp_pay_order|spay_order|tribe_.+_attendees|wpcf7s|mailpoet_.*|elementor_.*submission.*|(?:wp_)?customers?)$/;

const statusReasons: ReadonlyMap<string, string> = new Map([
  ['draft', 'a draft'],
  ['auto-draft', 'a draft'],
  ['pending', 'waiting for review'],
  ['private', 'private'],
  ['future', 'scheduled for later'],
  ['trash', 'in the trash'],
]);

export const decodeSlug = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** A password may be blanks. */
const hasPassword = (item: Element): boolean => /\S|^ +$/.test(readChildText(item, 'wp:post_password') ?? '');

export class Site {
  title: string | undefined;
  language: string | undefined;
  version: string | undefined;
  readonly authors = new Map<string, Element | undefined>();
  readonly terms = new Map<string, Term>();
  readonly termById = new Map<string, Term>();
  readonly attachments: Attachments;
  /** Kinds of the fields that Advanced Custom Fields has, by their keys. */
  readonly fieldKinds = new Map<string, string>();
  /** Ids of public items, by post type. */
  readonly #idsByType = new Map<string, IdSet>();
  /** Ids of items that are not public. */
  readonly #hiddenIds = new IdSet('items that are left out');
  /** Parent of each attachment that inherits the publication of its parent, by id. */
  readonly #parentById = new Map<string, string>();
  readonly #intake: Intake;

  constructor(intake: Intake) {
    this.#intake = intake;
    this.attachments = new Attachments(intake.options.workFolder, (id) => this.isPublicAttachment(id));
  }

  /** Whether an attachment is an item of its own. */
  isPublicAttachment(id: string): boolean {
    return this.#idsByType.get(ATTACHMENT)?.has(id) === true && this.findParentReason(id) === undefined;
  }

  /** @returns the reason why an item is not public; undefined if it is public */
  findHiddenReason(item: Element): string | undefined {
    const status = (readChildText(item, 'wp:status') ?? 'publish').trim();
    const type = readFilledText(item, 'wp:post_type') ?? 'post';
    const isExcludedType = internalType.test(type) || personalType.test(type);
    if (isExcludedType && this.#intake.isWanted(type)) return statusReasons.get(status);
    if (internalType.test(type)) return 'of a type that WordPress keeps for itself';
    if (personalType.test(type)) return 'of a type that holds what visitors sent';
    if (hasPassword(item)) return 'protected by a password';
    if (isForMembers(item)) return 'for members only';
    if (status === 'publish') return undefined;
    // It is as public as its parent, which may come later in the file: `findParentReason`.
    if (status === 'inherit' && type === ATTACHMENT) return undefined;
    return statusReasons.get(status) ?? `with the status ${status === '' ? '(none)' : status}`;
  }

  /**
   * Called after all items were surveyed.
   *
   * @returns the reason why the parent of an attachment makes it non-public; undefined if it is public
   */
  findParentReason(id: string): string | undefined {
    const visitedIds = new Set<string>();
    for (let attachmentId = id; !visitedIds.has(attachmentId); ) {
      visitedIds.add(attachmentId);
      const parent = this.#parentById.get(attachmentId);
      if (parent === undefined) return undefined;
      if (this.#hiddenIds.has(parent)) return 'uploaded to an item that is left out';
      if (!this.#parentById.has(parent) && this.findType(parent) === undefined) return PARENT_NOT_IN_EXPORT;
      attachmentId = parent;
    }
    return undefined;
  }

  /** Whether an item of the export is left out. */
  isHidden(id: string): boolean {
    return this.#hiddenIds.has(id);
  }

  /** Post types with public items. */
  get types(): readonly string[] {
    return [...this.#idsByType.keys()].sort();
  }

  /** @returns the post type of a public item; undefined for any other id */
  findType(id: string): string | undefined {
    for (const [type, ids] of this.#idsByType)
      if (ids.has(id)) return type === ATTACHMENT && this.findParentReason(id) !== undefined ? undefined : type;
    return undefined;
  }

  hasType(type: string): boolean {
    return this.#idsByType.has(type);
  }

  survey(element: Element): void {
    switch (element.name) {
      case 'title':
        this.title ??= element.text.trim();
        break;
      case 'language':
        this.language ??= element.text.trim();
        return;
      case 'wp:wxr_version':
        this.version = element.text.trim();
        return;
      case 'wp:author':
      case 'wp:wp_author':
        this.authors.set(readFilledText(element, 'wp:author_login') ?? '', element);
        return;
      case 'wp:category':
        this.#addTerm(
          element,
          'category',
          'wp:category_nicename',
          'wp:cat_name',
          'wp:category_description',
          'wp:category_parent',
        );
        return;
      case 'wp:tag':
        this.#addTerm(element, 'post_tag', 'wp:tag_slug', 'wp:tag_name', 'wp:tag_description', '');
        return;
      case 'wp:term':
        this.#addTerm(
          element,
          readFilledText(element, 'wp:term_taxonomy') ?? 'term',
          'wp:term_slug',
          'wp:term_name',
          'wp:term_description',
          'wp:term_parent',
        );
        return;
      case 'item':
        this.#addItem(element);
    }
  }

  #addTerm(element: Element, taxonomy: string, slug: string, name: string, description: string, parent: string): void {
    const writtenSlug = readFilledText(element, slug);
    if (writtenSlug === undefined) {
      this.#intake.lose(`taxonomy ${taxonomy}: terms`, 'a term without a slug');
      return;
    }
    const term: Term = {
      taxonomy,
      slug: decodeSlug(writtenSlug),
      name: decodeEntities(readFilledText(element, name) ?? writtenSlug),
      description: readFilledText(element, description),
      parent: readFilledText(element, parent)?.replace(/^.*$/s, decodeSlug),
      meta: readMeta(element, 'wp:termmeta'),
    };
    const knownElements = [slug, name, description, parent, ...termBookkeeping];
    for (const child of element.children) {
      if (!knownElements.includes(child.name))
        this.#intake.lose(`taxonomy ${taxonomy}: ${child.name}`, 'an unknown element');
    }
    this.terms.set(`${taxonomy}/${term.slug}`, term);
    const id = readFilledText(element, 'wp:term_id');
    if (id !== undefined) this.termById.set(`${taxonomy}/${id}`, term);
  }

  #addItem(item: Element): void {
    const id = readId(item);
    const type = readFilledText(item, 'wp:post_type') ?? 'post';
    if (type === ATTACHMENT) this.#addAttachment(id, item);
    if (type === 'acf-field') this.#addFieldKind(item);
    if (this.findHiddenReason(item) !== undefined) {
      this.#hiddenIds.add(id);
      return;
    }
    for (const category of findChildren(item, 'category')) this.#addItemTerm(category);
    const ids = this.#idsByType.get(type) ?? new IdSet(type);
    ids.add(id);
    this.#idsByType.set(type, ids);
    const author = readFilledText(item, 'dc:creator');
    if (author !== undefined && !this.authors.has(author)) this.authors.set(author, undefined);
  }

  /** Adds a term that only items name. */
  #addItemTerm(category: Element): void {
    const [taxonomy, slug] = [category.attributes.get('domain'), category.attributes.get('nicename')];
    if (taxonomy === undefined || slug === undefined || slug === '') return;
    const key = `${taxonomy}/${decodeSlug(slug)}`;
    if (this.terms.has(key)) return;
    // The name stays in memory to the end; as a slice it would keep the whole chunk of input alive.
    const name = detachString(decodeEntities(category.text.trim()));
    const term = { taxonomy, slug: decodeSlug(slug), name, description: undefined, parent: undefined, meta: new Map() };
    this.terms.set(detachString(key), term);
  }

  #addFieldKind(item: Element): void {
    const settings = readPhpValue(readChildText(item, 'content:encoded')?.trim() ?? '');
    const kind = settings === undefined ? undefined : textAt(toJson(settings), 'type');
    if (kind !== undefined) this.fieldKinds.set(readFilledText(item, 'wp:post_name') ?? '', kind);
  }

  #addAttachment(id: string, item: Element): void {
    const meta = readMeta(item);
    const url = readFilledText(item, 'wp:attachment_url') ?? readFilledText(item, 'guid') ?? '';
    const alt = decodeEntities(meta.get('_wp_attachment_image_alt')?.[0]?.trim() ?? '');
    const details = readPhpValue(meta.get('_wp_attachment_metadata')?.[0] ?? '');
    const fileDetails = details === undefined ? undefined : toJson(details);
    const fileName = decodeSlug(url.slice(url.lastIndexOf('/') + 1));
    const mimeType = textAt(fileDetails, 'mime_type');
    const asset = buildAsset({
      url: resolveAddress(url, this.#intake.options.assetsUrl),
      width: numberAt(fileDetails, 'width'),
      height: numberAt(fileDetails, 'height'),
      altText: alt,
      fileName,
      mimeType,
      fileSize: numberAt(fileDetails, 'filesize'),
      assetId: id,
    });
    const parent = readFilledText(item, 'wp:post_parent') ?? '0';
    if (parent !== '0' && readFilledText(item, 'wp:status') === 'inherit')
      this.#parentById.set(detachString(id), detachString(parent));
    this.attachments.add(id, parent, { alt, value: buildAssetValue(asset, link(id, ATTACHMENT)) });
  }

  /** @returns the id of an author: the login, or the number if the login is a mail address, which is private */
  buildAuthorId(login: string): string {
    return isPersonAddress(login) ? (readOptionalText(this.authors.get(login), 'wp:author_id') ?? 'author') : login;
  }

  get taxonomies(): readonly string[] {
    return [...new Set([...this.terms.values()].map(({ taxonomy }) => taxonomy))].sort();
  }
}

const readOptionalText = (element: Element | undefined, name: string): string | undefined =>
  element === undefined ? undefined : readFilledText(element, name);

/** @returns the element's text with entities as characters; undefined if it is empty */
export function readPlainText(element: Element, name: string): string | undefined {
  const elementText = readChildText(element, name)?.trim();
  return elementText === undefined || elementText === '' ? undefined : decodeEntities(elementText);
}
