/**
 * Second pass over a WordPress site: adds posts, pages, attachments and items of plugins, with the fields that all items have.
 *
 * Elsewhere: menu items, products, custom fields (meta-fields) and comments, each in its file.
 */

import { Redirects } from '../../core/intake/redirects.js';
import type { FieldValue, Intake } from '../../core/intake/source.js';
import type { Verdict } from '../../core/privacy/publication/index.js';
import { link, list, number, text, type Value } from '../../value/value.js';
import { CommentReader } from './comments.js';
import { buildText, readPubDate, readTime } from './element-values.js';
import { type Element, findChildren, readChildText, readFilledText } from './elements.js';
import { readMenuItemFields } from './menu-items.js';
import { isProduct, readMeta } from './meta.js';
import { MetaFieldReader } from './meta-fields.js';
import { readProductFields } from './products.js';
import { References } from './references.js';
import {
  ATTACHMENT,
  AUTHOR_TYPE,
  buildTaxonomyKey,
  decodeSlug,
  MENU_ITEM,
  PARENT_NOT_IN_EXPORT,
  readId,
  readPlainText,
  type Site,
} from './site.js';

/** Elements of an item that become fields, and elements that repeat them. */
const knownElements: ReadonlySet<string> = new Set(
  [
    'title link guid category content:encoded excerpt:encoded dc:creator pubDate description',
    'wp:post_id wp:post_date wp:post_date_gmt wp:post_modified wp:post_modified_gmt wp:comment_status',
    'wp:ping_status wp:post_name wp:status wp:post_parent wp:menu_order wp:post_type wp:post_password',
    'wp:is_sticky wp:attachment_url wp:postmeta wp:comment',
  ].flatMap((names) => names.split(' ')),
);

export class ItemReader {
  readonly #site: Site;
  readonly #references: References;
  readonly #metaFields: MetaFieldReader;
  readonly #comments: CommentReader;
  readonly #redirects: Redirects;
  readonly #intake: Intake;

  constructor(site: Site, intake: Intake) {
    this.#site = site;
    this.#references = new References(site, intake);
    this.#metaFields = new MetaFieldReader(site, this.#references, intake);
    this.#comments = new CommentReader(this.#references, intake);
    this.#redirects = new Redirects(intake);
    this.#intake = intake;
  }

  async read(item: Element, file: string): Promise<void> {
    const id = readId(item);
    const type = readFilledText(item, 'wp:post_type') ?? 'post';
    const place = `${file}, line ${item.line}`;
    const hiddenReason = this.#findHiddenReason(item, id, type);
    if (hiddenReason !== undefined) {
      this.#intake.keepOut(type, id, hiddenReason, place);
      this.#intake.leaveOut('comment: items', 'on an item that is left out', findChildren(item, 'wp:comment').length);
      return;
    }
    const typeName = this.#intake.type(type).name;
    this.#reportUnknown(item, typeName);
    const meta = readMeta(item);
    const ownFields =
      type === MENU_ITEM ? readMenuItemFields(item, meta, this.#site) : this.#readPostFields(item, id, type, typeName);
    const shopFields = isProduct(type) ? readProductFields(item, meta, typeName, this.#intake) : [];
    const values: readonly FieldValue[] = [
      ...this.#readCommonFields(item, type),
      ...ownFields,
      ...shopFields,
      ...this.#metaFields.read(meta, id, type, typeName),
    ];
    await this.#intake.type(type).add(id, values, place);
    for (const path of buildOldPaths(meta.get('_wp_old_slug') ?? [], readFilledText(item, 'link')))
      await this.#redirects.add(path, link(id, type), place);
    for (const comment of findChildren(item, 'wp:comment')) await this.#comments.read(comment, id, type, place);
  }

  #reportUnknown(item: Element, typeName: string): void {
    for (const { name } of item.children) {
      if (!knownElements.has(name)) this.#intake.lose(`${typeName}: ${name}`, 'an unknown element');
    }
    if (readFilledText(item, 'wp:post_id') === undefined)
      this.#intake.note(`${typeName}: items without an id; their line is the id`);
  }

  /** @returns the reason to leave out an item; undefined if it is public */
  #findHiddenReason(item: Element, id: string, type: string): string | Verdict | undefined {
    const ownReason = this.#site.findHiddenReason(item);
    if (ownReason !== undefined) return ownReason;
    if (type === ATTACHMENT) return this.#findParentReason(id, item);
    // The menu item has the title of the page.
    if (type === MENU_ITEM) return this.#leadsToHidden(item) ? 'leads to an item that is left out' : undefined;
    if (type !== 'product_variation') return undefined;
    const product = this.#site.findType(readFilledText(item, 'wp:post_parent') ?? '0');
    return product === undefined ? 'of a product that is left out' : undefined;
  }

  #leadsToHidden(item: Element): boolean {
    const meta = readMeta(item);
    const objectId = meta.get('_menu_item_object_id')?.[0]?.trim() ?? '';
    return meta.get('_menu_item_type')?.[0]?.trim() === 'post_type' && this.#site.isHidden(objectId);
  }

  /** @returns the reason to leave out an attachment because of the item that it was uploaded to; undefined if there is none */
  #findParentReason(id: string, item: Element): string | Verdict | undefined {
    const hiddenReason = this.#site.findParentReason(id);
    if (hiddenReason !== PARENT_NOT_IN_EXPORT) return hiddenReason;
    const verdict = this.#intake.publication.judgeUnreadable(
      'attachment.parent',
      readFilledText(item, 'wp:post_parent'),
    );
    return verdict.is === 'public' ? undefined : verdict;
  }

  #readCommonFields(item: Element, type: string): readonly FieldValue[] {
    const parent = readFilledText(item, 'wp:post_parent') ?? '0';
    const menuOrder = Number(readFilledText(item, 'wp:menu_order') ?? '0');
    const title = readPlainText(item, 'title');
    const login = readFilledText(item, 'dc:creator');
    const values: FieldValue[] = [
      { field: 'title', value: title === undefined ? undefined : text(title) },
      { field: 'slug', value: buildText(readFilledText(item, 'wp:post_name'), decodeSlug) },
      { field: 'link', value: buildText(readFilledText(item, 'link')) },
      { field: 'published', value: readTime(item, 'wp:post_date') ?? readPubDate(item) },
      { field: 'modified', value: readTime(item, 'wp:post_modified') },
      { field: 'author', value: login === undefined ? undefined : link(this.#site.buildAuthorId(login), AUTHOR_TYPE) },
    ];
    if (parent !== '0' && type !== MENU_ITEM) {
      const parentType = this.#site.findType(parent);
      values.push({ field: 'parent', value: link(parent, parentType ?? type) });
    }
    if (Number.isInteger(menuOrder) && menuOrder !== 0) values.push({ field: 'menuOrder', value: number(menuOrder) });
    values.push(...this.#readTerms(item, type));
    return values;
  }

  /** @returns the links to terms, such as categories and tags, by taxonomy */
  #readTerms(item: Element, type: string): readonly FieldValue[] {
    const linksByTaxonomy = new Map<string, Value[]>();
    const categories = findChildren(item, 'category');
    const termsWithSlug = new Set(categories.filter(hasSlug).map((category) => category.text.trim()));
    for (const category of categories) {
      const taxonomy = category.attributes.get('domain');
      const slug = category.attributes.get('nicename');
      if (taxonomy === undefined || slug === undefined || slug === '') {
        // Older versions write each term twice, once without its slug.
        if (!termsWithSlug.has(category.text.trim()))
          this.#intake.lose(`${this.#intake.type(type).name}: category`, 'a term without a slug');
        continue;
      }
      const links = linksByTaxonomy.get(taxonomy) ?? [];
      links.push(link(decodeSlug(slug), buildTaxonomyKey(taxonomy)));
      linksByTaxonomy.set(taxonomy, links);
    }
    return [...linksByTaxonomy].map(([taxonomy, links]) => ({
      field: nameTaxonomyField(taxonomy),
      value: list(links),
    }));
  }

  #readPostFields(item: Element, id: string, type: string, typeName: string): readonly FieldValue[] {
    const values: FieldValue[] = [
      {
        field: 'content',
        value: this.#references.convertHtml(readChildText(item, 'content:encoded'), id, `${typeName}.content`),
      },
      {
        field: 'excerpt',
        value: this.#references.convertHtml(readChildText(item, 'excerpt:encoded'), id, `${typeName}.excerpt`),
      },
      { field: 'guid', value: buildText(readFilledText(item, 'guid')) },
      { field: 'commentStatus', value: buildText(readFilledText(item, 'wp:comment_status')) },
      { field: 'pingStatus', value: buildText(readFilledText(item, 'wp:ping_status')) },
    ];
    const sticky = readFilledText(item, 'wp:is_sticky');
    if (sticky !== undefined && type === 'post')
      values.push({ field: 'sticky', value: { kind: 'boolean', value: sticky === '1' } });
    const file = type === ATTACHMENT ? this.#site.attachments.get(id)?.value : undefined;
    if (file?.kind === 'asset') values.push({ field: file.isImage ? 'image' : 'file', value: file });
    return values;
  }
}

const hasSlug = ({ attributes }: Element): boolean => (attributes.get('nicename') ?? '') !== '';

/** @returns the name of the field with the terms of a taxonomy; `categories` and `tags` as in the API of WordPress */
function nameTaxonomyField(taxonomy: string): string {
  if (taxonomy === 'category') return 'categories';
  return taxonomy === 'post_tag' ? 'tags' : taxonomy;
}

/**
 * @param slugs that the item had before
 * @param address of the item now; its last part is the slug
 * @returns the path of each, each once: `/2019/old-name/` for an item at `https://example.org/2019/name/`
 */
function buildOldPaths(slugs: readonly string[], address: string | undefined): readonly string[] {
  const path = address !== undefined && URL.canParse(address) ? new URL(address).pathname : '/';
  const isPretty = path.replace(/\/$/, '') !== '';
  const paths = slugs
    .filter((slug) => slug !== '')
    .map((slug) => (isPretty ? path.replace(/[^/]+(\/?)$/, (_, slash: string) => `${slug}${slash}`) : `/${slug}/`));
  return [...new Set(paths)].filter((oldPath) => oldPath !== path);
}
