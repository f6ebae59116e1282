/**
 * First pass over a WordPress site: collects authors, terms, public items and attachments.
 *
 * Elsewhere: the second pass (items), attachments by id (attachments).
 */
import { detachString } from '../../../../build/read/index.js';
import type { Intake } from '../../core/intake/source.js';
import { isPersonAddress } from '../../core/privacy/private.js';
import { IdSet } from '../../spool/id-set.js';
import { decodeEntities } from '../../text/entities.js';
import { addressOf, assetOf, assetValue } from '../../value/image.js';
import { numberAt, textAt } from '../../value/json.js';
import { link, plainOf } from '../../value/value.js';
import { Attachments } from './attachments.js';
import { childrenOf, childText, type Element, filled } from './elements.js';
import { readMeta, unserialized } from './meta.js';

export const AUTHOR_TYPE = 'wp:author';
export const COMMENT_TYPE = 'wp:comment';
export const ATTACHMENT = 'attachment';
export const MENU_ITEM = 'nav_menu_item';
/** Of an attachment whose parent is in no file: nobody can tell. */
export const ELSEWHERE = 'uploaded to an item that is not in the export';
export const taxonomyType = (taxonomy: string): string => `taxonomy:${taxonomy}`;

export interface Term {
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly parent: string | undefined;
  readonly meta: ReadonlyMap<string, readonly string[]>;
}

/** What stands in a term besides, and says nothing of it. */
const termBookkeeping: readonly string[] = ['wp:term_id', 'wp:term_taxonomy', 'wp:term_group', 'wp:termmeta'];

/** @returns the id of an item; where it has none, by its line */
export const idOf = (item: Element): string => filled(item, 'wp:post_id') ?? `line-${item.line}`;

/** Post types that are no content, and those that hold what people sent in or bought. */
const internalType =
  /^(?:revision|customize_changeset|oembed_cache|user_request|wp_global_styles|custom_css|wp_font_(?:family|face)|acf-.+|scheduled-action|wp_template(?:_part)?|wpcf7_contact_form|wpforms|shop_webhook|shop_coupon|mc4wp-form|elementor_library|jp_img_sitemap.*|vc_grid_item)$/;
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

export const slugOf = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

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
  /** Of each post type, the ids of items that are to be seen. */
  readonly #idsByType = new Map<string, IdSet>();
  /** Items that are not to be seen. */
  readonly #hiddenIds = new IdSet('items that are left out');
  /** Of attachments that inherit it, what they were uploaded to. */
  readonly #parentOf = new Map<string, string>();
  readonly #intake: Intake;

  constructor(intake: Intake) {
    this.#intake = intake;
    this.attachments = new Attachments(intake.options.workFolder, (id) => this.isShown(id));
  }

  /** Whether an attachment is an item of its own. */
  isShown(id: string): boolean {
    return this.#idsByType.get(ATTACHMENT)?.has(id) === true && this.hiddenByParent(id) === undefined;
  }

  /** @returns why an item is not to be seen; undefined where it is */
  hiddenBecause(item: Element): string | undefined {
    const status = (childText(item, 'wp:status') ?? 'publish').trim();
    const type = filled(item, 'wp:post_type') ?? 'post';
    const isLeftOut = internalType.test(type) || personalType.test(type);
    if (isLeftOut && this.#intake.isWanted(type)) return statusReasons.get(status);
    if (internalType.test(type)) return 'of a type that WordPress keeps for itself';
    if (personalType.test(type)) return 'of a type that holds what visitors sent';
    if (filled(item, 'wp:post_password') !== undefined) return 'protected by a password';
    if (status === 'publish') return undefined;
    // It is as public as what it was uploaded to, which may stand behind it: `hiddenByParent`.
    if (status === 'inherit' && type === ATTACHMENT) return undefined;
    return statusReasons.get(status) ?? `with the status ${status === '' ? '(none)' : status}`;
  }

  /**
   * To be asked once all items were looked at.
   *
   * @returns why an attachment that is public itself is not to be seen; undefined where it is
   */
  hiddenByParent(id: string): string | undefined {
    const visitedIds = new Set<string>();
    for (let at = id; !visitedIds.has(at); ) {
      visitedIds.add(at);
      const parent = this.#parentOf.get(at);
      if (parent === undefined) return undefined;
      if (this.#hiddenIds.has(parent)) return 'uploaded to an item that is left out';
      if (!this.#parentOf.has(parent) && this.typeOf(parent) === undefined) return ELSEWHERE;
      at = parent;
    }
    return undefined;
  }

  /** Post types of which there are items to be seen. */
  get types(): readonly string[] {
    return [...this.#idsByType.keys()].sort();
  }

  /** @returns the post type of an item that is to be seen */
  typeOf(id: string): string | undefined {
    for (const [type, ids] of this.#idsByType)
      if (ids.has(id)) return type === ATTACHMENT && this.hiddenByParent(id) !== undefined ? undefined : type;
    return undefined;
  }

  hasType(type: string): boolean {
    return this.#idsByType.has(type);
  }

  /** @returns whether the element was known */
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
        this.authors.set(filled(element, 'wp:author_login') ?? '', element);
        return;
      case 'wp:category':
        this.#term(
          element,
          'category',
          'wp:category_nicename',
          'wp:cat_name',
          'wp:category_description',
          'wp:category_parent',
        );
        return;
      case 'wp:tag':
        this.#term(element, 'post_tag', 'wp:tag_slug', 'wp:tag_name', 'wp:tag_description', '');
        return;
      case 'wp:term':
        this.#term(
          element,
          filled(element, 'wp:term_taxonomy') ?? 'term',
          'wp:term_slug',
          'wp:term_name',
          'wp:term_description',
          'wp:term_parent',
        );
        return;
      case 'item':
        this.#item(element);
    }
  }

  #term(element: Element, taxonomy: string, slug: string, name: string, description: string, parent: string): void {
    const writtenSlug = filled(element, slug);
    if (writtenSlug === undefined) {
      this.#intake.lose(`taxonomy ${taxonomy}: terms`, 'a term without a slug');
      return;
    }
    const term: Term = {
      taxonomy,
      slug: slugOf(writtenSlug),
      name: decodeEntities(filled(element, name) ?? writtenSlug),
      description: filled(element, description),
      parent: filled(element, parent)?.replace(/^.*$/s, slugOf),
      meta: readMeta(element, 'wp:termmeta'),
    };
    const knownElements = [slug, name, description, parent, ...termBookkeeping];
    for (const child of element.children) {
      if (!knownElements.includes(child.name))
        this.#intake.lose(`taxonomy ${taxonomy}: ${child.name}`, 'an unknown element');
    }
    this.terms.set(`${taxonomy}/${term.slug}`, term);
    const id = filled(element, 'wp:term_id');
    if (id !== undefined) this.termById.set(`${taxonomy}/${id}`, term);
  }

  #item(item: Element): void {
    for (const category of childrenOf(item, 'category')) this.#termOfItem(category);
    const id = idOf(item);
    const type = filled(item, 'wp:post_type') ?? 'post';
    if (type === ATTACHMENT) this.#attachment(id, item);
    if (type === 'acf-field') this.#fieldKind(item);
    if (this.hiddenBecause(item) !== undefined) {
      this.#hiddenIds.add(id);
      return;
    }
    const ids = this.#idsByType.get(type) ?? new IdSet(type);
    ids.add(id);
    this.#idsByType.set(type, ids);
    const author = filled(item, 'dc:creator');
    if (author !== undefined && !this.authors.has(author)) this.authors.set(author, undefined);
  }

  /** Terms that only items name. */
  #termOfItem(category: Element): void {
    const [taxonomy, slug] = [category.attributes.get('domain'), category.attributes.get('nicename')];
    if (taxonomy === undefined || slug === undefined || slug === '') return;
    const key = `${taxonomy}/${slugOf(slug)}`;
    if (this.terms.has(key)) return;
    // Kept to the end, and so not as a part of what was read with it.
    const name = detachString(decodeEntities(category.text.trim()));
    const term = { taxonomy, slug: slugOf(slug), name, description: undefined, parent: undefined, meta: new Map() };
    this.terms.set(detachString(key), term);
  }

  #fieldKind(item: Element): void {
    const settings = unserialized(childText(item, 'content:encoded')?.trim() ?? '');
    const kind = settings === undefined ? undefined : textAt(plainOf(settings), 'type');
    if (kind !== undefined) this.fieldKinds.set(filled(item, 'wp:post_name') ?? '', kind);
  }

  #attachment(id: string, item: Element): void {
    const meta = readMeta(item);
    const url = filled(item, 'wp:attachment_url') ?? filled(item, 'guid') ?? '';
    const alt = decodeEntities(meta.get('_wp_attachment_image_alt')?.[0]?.trim() ?? '');
    const details = unserialized(meta.get('_wp_attachment_metadata')?.[0] ?? '');
    const fileDetails = details === undefined ? undefined : plainOf(details);
    const fileName = slugOf(url.slice(url.lastIndexOf('/') + 1));
    const mimeType = textAt(fileDetails, 'mime_type');
    const asset = assetOf({
      url: addressOf(url, this.#intake.options.assetsUrl),
      width: numberAt(fileDetails, 'width'),
      height: numberAt(fileDetails, 'height'),
      altText: alt,
      fileName,
      mimeType,
      fileSize: numberAt(fileDetails, 'filesize'),
      assetId: id,
    });
    const parent = filled(item, 'wp:post_parent') ?? '0';
    if (parent !== '0' && filled(item, 'wp:status') === 'inherit')
      this.#parentOf.set(detachString(id), detachString(parent));
    this.attachments.add(id, parent, { alt, value: assetValue(asset, link(id, ATTACHMENT)) });
  }

  /** @returns the id of an author: the login, or the number where that is an address, as nobody is to see it */
  authorId(login: string): string {
    return isPersonAddress(login) ? (filledIn(this.authors.get(login), 'wp:author_id') ?? 'author') : login;
  }

  get taxonomies(): readonly string[] {
    return [...new Set([...this.terms.values()].map(({ taxonomy }) => taxonomy))].sort();
  }
}

const filledIn = (element: Element | undefined, name: string): string | undefined =>
  element === undefined ? undefined : filled(element, name);

/** @returns the element's text with entities as characters; undefined where it is empty */
export function plainText(element: Element, name: string): string | undefined {
  const plain = childText(element, name)?.trim();
  return plain === undefined || plain === '' ? undefined : decodeEntities(plain);
}
