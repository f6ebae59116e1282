/**
 * Items of a WordPress site: posts, pages, what plugins define, attachments, menu items, and the comments on them.
 */
import type { Verdict } from '../../core/publication/index.js';
import type { FieldValue, Intake } from '../../core/source.js';
import { decodeEntities } from '../../text/html.js';
import { at, membersOf, numberAt, textAt } from '../../value/json.js';
import { boolean, json, link, list, loose, markdown, number, plainOf, text, type Value } from '../../value/value.js';
import { plainTime } from '../../value/written-times.js';
import type { Attachment } from './attachments.js';
import { type GalleryImage, postToMarkdown } from './content.js';
import { childrenOf, childText, type Element, filled } from './elements.js';
import {
  hiddenName,
  idsIn,
  isHidden,
  isProduct,
  metaValue,
  readMeta,
  type ShownMeta,
  shownMeta,
  unserialized,
} from './meta.js';
import {
  ATTACHMENT,
  AUTHOR_TYPE,
  COMMENT_TYPE,
  ELSEWHERE,
  idOf,
  MENU_ITEM,
  plainText,
  type Site,
  slugOf,
  taxonomyType,
} from './site.js';

/** Elements that have fields of their own, and those that say again what others do. */
const knownElements: ReadonlySet<string> = new Set([
  ...[
    'title',
    'link',
    'guid',
    'category',
    'content:encoded',
    'excerpt:encoded',
    'dc:creator',
    'pubDate',
    'description',
  ],
  ...[
    'wp:post_id',
    'wp:post_date',
    'wp:post_date_gmt',
    'wp:post_modified',
    'wp:post_modified_gmt',
    'wp:comment_status',
  ],
  ...[
    'wp:ping_status',
    'wp:post_name',
    'wp:status',
    'wp:post_parent',
    'wp:menu_order',
    'wp:post_type',
    'wp:post_password',
  ],
  ...['wp:is_sticky', 'wp:attachment_url', 'wp:postmeta', 'wp:comment'],
]);

/** Of a comment. */
const commentElements: ReadonlySet<string> = new Set([
  ...['wp:comment_id', 'wp:comment_author', 'wp:comment_author_email', 'wp:comment_author_url', 'wp:comment_author_IP'],
  ...['wp:comment_date', 'wp:comment_date_gmt', 'wp:comment_content', 'wp:comment_approved', 'wp:comment_type'],
  ...['wp:comment_parent', 'wp:comment_user_id', 'wp:commentmeta'],
]);

const ofStaff = /^(?:order_note|action_log|webhook_delivery)$/;

/** Hidden keys that are content, and what they become. */
const ownMeta: ReadonlySet<string> = new Set([
  ...['_thumbnail_id', '_wp_page_template', '_wp_attachment_image_alt', '_wp_attachment_metadata', '_wp_attached_file'],
]);
const menuMeta = ['type', 'object', 'object_id', 'menu_item_parent', 'target', 'classes', 'xfn', 'url'] as const;

export class ItemReader {
  readonly #site: Site;
  readonly #intake: Intake;

  constructor(site: Site, intake: Intake) {
    this.#site = site;
    this.#intake = intake;
  }

  async read(item: Element, file: string): Promise<void> {
    const id = idOf(item);
    const type = filled(item, 'wp:post_type') ?? 'post';
    const place = `${file}, line ${item.line}`;
    const isOrphan =
      type === 'product_variation' && this.#site.typeOf(filled(item, 'wp:post_parent') ?? '0') === undefined;
    const why =
      this.#site.hiddenBecause(item) ??
      (isOrphan ? 'of a product that is left out' : undefined) ??
      (type === ATTACHMENT ? this.#byParent(id, item) : undefined);
    if (why !== undefined) {
      this.#intake.keepOut(type, id, why, place);
      this.#intake.leaveOut('comment: items', 'on an item that is left out', childrenOf(item, 'wp:comment').length);
      return;
    }
    const what = this.#intake.type(type).name;
    for (const { name } of item.children) {
      if (!knownElements.has(name)) this.#intake.lose(`${what}: ${name}`, 'an unknown element');
    }
    if (filled(item, 'wp:post_id') === undefined)
      this.#intake.note(`${what}: items without an id; their line is the id`);
    const meta = readMeta(item);
    const special = type === MENU_ITEM ? this.#menuItem(item, meta) : this.#post(item, id, type, what);
    const product = isProduct(type) ? this.#product(item, meta, what) : [];
    await this.#intake
      .type(type)
      .add(id, [...this.#common(item, type), ...special, ...product, ...this.#meta(meta, id, type, what)], place);
    for (const comment of childrenOf(item, 'wp:comment')) await this.#comment(comment, id, type, place);
  }

  /** @returns why an attachment is left out by what it was uploaded to */
  #byParent(id: string, item: Element): string | Verdict | undefined {
    const why = this.#site.hiddenByParent(id);
    if (why !== ELSEWHERE) return why;
    const verdict = this.#intake.publication.doubtOf('attachment.parent', filled(item, 'wp:post_parent'));
    return verdict.is === 'public' ? undefined : verdict;
  }

  #common(item: Element, type: string): readonly FieldValue[] {
    const parent = filled(item, 'wp:post_parent') ?? '0';
    const menuOrder = Number(filled(item, 'wp:menu_order') ?? '0');
    const title = plainText(item, 'title');
    const login = filled(item, 'dc:creator');
    const values: FieldValue[] = [
      { field: 'title', value: title === undefined ? undefined : text(title) },
      { field: 'slug', value: textOr(filled(item, 'wp:post_name'), slugOf) },
      { field: 'link', value: textOr(filled(item, 'link')) },
      { field: 'published', value: this.#instant(item, 'wp:post_date') ?? pubDateOf(item) },
      { field: 'modified', value: this.#instant(item, 'wp:post_modified') },
      { field: 'author', value: login === undefined ? undefined : link(this.#site.authorId(login), AUTHOR_TYPE) },
    ];
    if (parent !== '0' && type !== MENU_ITEM) {
      const parentType = this.#site.typeOf(parent);
      values.push({ field: 'parent', value: link(parent, parentType ?? type) });
    }
    if (Number.isInteger(menuOrder) && menuOrder !== 0) values.push({ field: 'menuOrder', value: number(menuOrder) });
    const byTaxonomy = new Map<string, Value[]>();
    const categories = childrenOf(item, 'category');
    const withSlug = new Set(categories.filter(hasSlug).map((category) => category.text.trim()));
    for (const category of categories) {
      const [taxonomy, slug] = [category.attributes.get('domain'), category.attributes.get('nicename')];
      if (taxonomy === undefined || slug === undefined || slug === '') {
        // Older versions tell each term twice, once without its slug.
        if (!withSlug.has(category.text.trim()))
          this.#intake.lose(`${this.#intake.type(type).name}: category`, 'a term without a slug');
        continue;
      }
      const found = byTaxonomy.get(taxonomy) ?? [];
      found.push(link(slugOf(slug), taxonomyType(taxonomy)));
      byTaxonomy.set(taxonomy, found);
    }
    for (const [taxonomy, links] of byTaxonomy) values.push({ field: taxonomyField(taxonomy), value: list(links) });
    return values;
  }

  #post(item: Element, id: string, type: string, what: string): readonly FieldValue[] {
    const values: FieldValue[] = [
      { field: 'content', value: this.#html(childText(item, 'content:encoded'), id, `${what}.content`) },
      { field: 'excerpt', value: this.#html(childText(item, 'excerpt:encoded'), id, `${what}.excerpt`) },
      { field: 'guid', value: textOr(filled(item, 'guid')) },
      { field: 'commentStatus', value: textOr(filled(item, 'wp:comment_status')) },
      { field: 'pingStatus', value: textOr(filled(item, 'wp:ping_status')) },
    ];
    const sticky = filled(item, 'wp:is_sticky');
    if (sticky !== undefined && type === 'post')
      values.push({ field: 'sticky', value: { kind: 'boolean', value: sticky === '1' } });
    const file = type === ATTACHMENT ? this.#site.attachments.get(id)?.value : undefined;
    if (file?.kind === 'asset') values.push({ field: file.isImage ? 'image' : 'file', value: file });
    return values;
  }

  /** GMT where it is told; otherwise in the zone of the site, which the file does not say. */
  #instant(item: Element, name: string): Value | undefined {
    const gmt = filled(item, `${name}_gmt`);
    if (gmt !== undefined && !gmt.startsWith('0000')) return text(`${gmt}Z`);
    const local = filled(item, name);
    return local === undefined || local.startsWith('0000') ? undefined : text(local);
  }

  #html(html: string | undefined, id: string, what: string): Value | undefined {
    if (html === undefined || html.trim() === '') return undefined;
    return markdown(
      postToMarkdown(html, {
        image: (attachment) => imageIn(this.#site.attachments.get(attachment)),
        ownImages: () =>
          this.#site.attachments
            .uploadedTo(id)
            .flatMap((each) => (each.value.kind === 'asset' && each.value.isImage ? (imageIn(each) ?? []) : [])),
        path: (to) => this.#path(to),
        lost: (reason) => this.#intake.lose(what, reason),
        note: (told) => this.#intake.note(`${what}: ${told}`),
      }),
    );
  }

  #path(id: string): string | undefined {
    const type = this.#site.typeOf(id);
    return type === undefined ? undefined : this.#intake.path(type, id);
  }

  #menuItem(item: Element, meta: ReadonlyMap<string, readonly string[]>): readonly FieldValue[] {
    const told = (key: (typeof menuMeta)[number]): string | undefined => {
      const found = meta.get(`_menu_item_${key}`)?.[0]?.trim();
      return found === '' || found === '0' ? undefined : found;
    };
    const [kind, object, objectId] = [told('type'), told('object'), told('object_id')];
    const parent = told('menu_item_parent');
    const classes = metaValue(meta.get('_menu_item_classes') ?? []);
    const target =
      kind === 'custom' || objectId === undefined || object === undefined
        ? undefined
        : kind === 'taxonomy'
          ? link(this.#site.termById.get(`${object}/${objectId}`)?.slug ?? objectId, taxonomyType(object))
          : link(objectId, this.#site.typeOf(objectId) ?? object);
    const hasClasses =
      classes?.kind === 'list' && classes.values.some((each) => each.kind === 'text' && each.text !== '');
    return [
      { field: 'kind', value: textOr(kind) },
      { field: 'url', value: textOr(told('url')) },
      { field: 'object', value: target },
      { field: 'parentItem', value: parent === undefined ? undefined : link(parent, MENU_ITEM) },
      { field: 'target', value: textOr(told('target')) },
      { field: 'xfn', value: textOr(told('xfn')) },
      { field: 'classes', value: hasClasses ? classes : undefined },
      { field: 'description', value: textOr(plainText(item, 'content:encoded')) },
      { field: 'titleAttribute', value: textOr(plainText(item, 'excerpt:encoded')) },
    ];
  }

  /** What a shop shows of a product beside single fields: its price, and what can be chosen. */
  #product(item: Element, meta: ReadonlyMap<string, readonly string[]>, what: string): readonly FieldValue[] {
    // Of a product with variations, a price of each.
    const prices = (meta.get('_price') ?? []).filter((price) => price !== '').sort((a, b) => Number(a) - Number(b));
    const [lowest, highest] = [prices[0], prices.at(-1)];
    const told = unserialized(meta.get('_product_attributes')?.[0] ?? '');
    const attributes = membersOf(told === undefined ? undefined : plainOf(told)).flatMap(([taxonomy, attribute]) => {
      const is = (name: string): boolean => Number(at(attribute, name) ?? 0) === 1;
      if (!is('is_visible') && !is('is_variation')) {
        this.#intake.leaveOut(`${what}.attributes`, 'an attribute that the shop does not show');
        return [];
      }
      const terms = childrenOf(item, 'category').filter((each) => each.attributes.get('domain') === taxonomy);
      const options = is('is_taxonomy')
        ? terms.map((term) => term.text.trim())
        : (textAt(attribute, 'value') ?? '').split('|').map((option) => option.trim());
      const position = numberAt(attribute, 'position') ?? 0;
      const name = decodeEntities(textAt(attribute, 'name') ?? taxonomy);
      return [{ position, shown: { name, options: options.map(decodeEntities), variation: is('is_variation') } }];
    });
    const shown = attributes.sort((a, b) => a.position - b.position).map((attribute) => attribute.shown);
    return [
      { field: 'price', value: lowest === undefined ? undefined : loose(lowest) },
      { field: 'highestPrice', value: highest === undefined || highest === lowest ? undefined : loose(highest) },
      { field: 'attributes', value: shown.length === 0 ? undefined : json(shown) },
    ];
  }

  #meta(meta: ReadonlyMap<string, readonly string[]>, id: string, type: string, what: string): readonly FieldValue[] {
    const values: FieldValue[] = [];
    const template = meta.get('_wp_page_template')?.[0];
    if (template !== undefined && template !== '') values.push({ field: 'template', value: text(template) });
    const thumbnail = meta.get('_thumbnail_id')?.[0];
    if (thumbnail !== undefined && thumbnail !== '' && thumbnail !== '0')
      values.push({ field: 'featuredImage', value: this.#images([thumbnail], `${what}.featuredImage`)[0] });
    const saleFromMs = Number(meta.get('_sale_price_dates_from')?.[0] ?? '') * 1000;
    for (const [key, texts] of meta) {
      if (isProduct(type) && key.startsWith('_sale_price') && saleFromMs > this.#intake.options.nowMs) {
        this.#intake.leaveOut(`${what}.salePrice`, 'a sale that has not begun', key === '_sale_price' ? 1 : 0);
        continue;
      }
      if (ownMeta.has(key) || (type === MENU_ITEM && key.startsWith('_menu_item_'))) continue;
      if (isProduct(type) && (key === '_price' || key === '_product_attributes')) continue;
      const shown = shownMeta(type, key);
      const isTwin = texts.every((each) => each.startsWith('field_')) && meta.has(key.slice(1));
      if (shown !== undefined) {
        if (values.some(({ field }) => field === shown.name)) continue;
        values.push({ field: shown.name, value: this.#shown(shown, texts[0] ?? '', id, `${what}.${shown.name}`) });
      } else if (!isHidden(key) || this.#intake.isWanted(key)) {
        const field = `meta:${key}`;
        this.#intake.type(type).field(field, { name: key.replace(/^_+(?=.)/, '') });
        values.push({ field, value: this.#custom(key, texts, meta, id, what) });
      } else if (isTwin) this.#intake.leaveOut(`${what}: meta of ACF`, 'keys of fields', texts.length);
      else {
        this.#intake.leaveOut(
          `${what}: meta ${hiddenName(key)}`,
          'a hidden field of WordPress or a plugin',
          texts.length,
        );
      }
    }
    return values;
  }

  #shown({ as }: ShownMeta, told: string, id: string, what: string): Value | undefined {
    if (told === '') return undefined;
    switch (as) {
      case 'text':
        return text(decodeEntities(told));
      case 'any':
        return loose(told);
      case 'truth':
        return boolean(told === 'yes');
      case 'time':
        return Number(told) > 0 ? text(new Date(Number(told) * 1000).toISOString()) : undefined;
      case 'html':
        return this.#html(told, id, what);
      case 'images':
        return listOr(this.#images(idsIn(told), what));
      case 'items':
        return listOr(idsIn(told).map((each) => link(each, this.#site.typeOf(each) ?? 'product')));
    }
  }

  #images(ids: readonly string[], what: string): readonly Value[] {
    return ids.flatMap((id) => {
      const image = this.#site.attachments.get(id)?.value;
      if (image === undefined) this.#intake.lose(what, 'links to attachments that are not in the export');
      return image ?? [];
    });
  }

  /** A field of whoever runs the site; its kind is known where Advanced Custom Fields came with the export. */
  #custom(
    key: string,
    texts: readonly string[],
    meta: ReadonlyMap<string, readonly string[]>,
    id: string,
    what: string,
  ): Value | undefined {
    const [told = ''] = texts;
    const at = `${what}.${key}`;
    const kind = this.#site.fieldKinds.get(meta.get(`_${key}`)?.[0] ?? '');
    if (kind === undefined || told === '') return metaValue(texts);
    switch (kind) {
      case 'password':
        this.#intake.leaveOut(at, 'a password');
        return undefined;
      case 'image':
      case 'file':
        return this.#images(idsIn(told), at)[0];
      case 'gallery':
        return list(this.#images(idsIn(told), at));
      case 'post_object':
      case 'relationship': {
        const links = idsIn(told).map((each) => link(each, this.#site.typeOf(each)));
        return told.startsWith('a:') ? list(links) : links[0];
      }
      case 'true_false':
        return boolean(told === '1');
      case 'wysiwyg':
        return this.#html(told, id, at);
      case 'date_picker':
        return text(told.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
      default:
        return metaValue(texts);
    }
  }

  async #comment(comment: Element, post: string, type: string, place: string): Promise<void> {
    const approved = filled(comment, 'wp:comment_approved');
    if (approved !== '1') {
      const why = approved === 'spam' || approved === 'trash' ? approved : 'not approved';
      return this.#intake.leaveOut('comment: items', why);
    }
    const kind = filled(comment, 'wp:comment_type') ?? 'comment';
    if (ofStaff.test(kind)) return this.#intake.leaveOut('comment: items', 'what the staff wrote of an order');
    for (const name of ['wp:comment_author_email', 'wp:comment_author_IP', 'wp:comment_user_id']) {
      if (filled(comment, name) !== undefined) this.#intake.leaveOut(`comment: ${name.slice(3)}`, 'personal data');
    }
    for (const { name, text: told } of comment.children) {
      if (!commentElements.has(name) && told.trim() !== '') this.#intake.lose(`comment: ${name}`, 'an unknown element');
    }
    const meta = readMeta(comment, 'wp:commentmeta');
    const rating = meta.get('rating')?.[0];
    const ofPlugins = childrenOf(comment, 'wp:commentmeta').length - (rating === undefined ? 0 : 1);
    this.#intake.leaveOut('comment: commentmeta', 'data of plugins', ofPlugins);
    const html = childText(comment, 'wp:comment_content') ?? '';
    const author = plainText(comment, 'wp:comment_author');
    const parent = filled(comment, 'wp:comment_parent') ?? '0';
    const what = `${this.#intake.type(COMMENT_TYPE).name}.content`;
    const content = postToMarkdown(html, {
      image: () => undefined,
      ownImages: () => [],
      path: (to) => this.#path(to),
      lost: (reason) => this.#intake.lose(what, reason),
      note: (told) => this.#intake.note(`${what}: ${told}`),
    });
    await this.#intake.type(COMMENT_TYPE).add(
      filled(comment, 'wp:comment_id') ?? '',
      [
        { field: 'content', value: markdown(content) },
        { field: 'author', value: textOr(author) },
        { field: 'authorUrl', value: textOr(filled(comment, 'wp:comment_author_url')) },
        { field: 'published', value: this.#instant(comment, 'wp:comment_date') },
        { field: 'kind', value: text(kind) },
        { field: 'parent', value: parent === '0' ? undefined : link(parent, COMMENT_TYPE) },
        { field: 'post', value: link(post, type) },
        { field: 'rating', value: rating === undefined ? undefined : loose(rating) },
      ],
      place,
    );
  }
}

/** Files of other systems, and of old versions, have only what feeds have. */
function pubDateOf(item: Element): Value | undefined {
  const told = filled(item, 'pubDate');
  if (told === undefined || /-0001|0000/.test(told)) return undefined;
  return text(plainTime(told));
}

const imageIn = (attachment: Attachment | undefined): GalleryImage | undefined =>
  attachment?.value.kind === 'asset' ? { url: attachment.value.asset.url, alt: attachment.alt } : undefined;

const listOr = (values: readonly Value[]): Value | undefined => (values.length === 0 ? undefined : list(values));

const hasSlug = ({ attributes }: Element): boolean => (attributes.get('nicename') ?? '') !== '';

const textOr = (value: string | undefined, change: (text: string) => string = decodeEntities): Value | undefined =>
  value === undefined ? undefined : text(change(value));

/** The usual two have the names that they have in WordPress's own API. */
function taxonomyField(taxonomy: string): string {
  if (taxonomy === 'category') return 'categories';
  return taxonomy === 'post_tag' ? 'tags' : taxonomy;
}
