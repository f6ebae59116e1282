/**
 * Custom fields of an item of a WordPress site: of WordPress, of well-known plugins, and of the site itself.
 *
 * Elsewhere: which keys are hidden, and how values are serialized (meta).
 */
import type { FieldValue, Intake } from '../../core/intake/source.js';
import { decodeEntities } from '../../text/entities.js';
import { boolean, link, list, loose, text, type Value } from '../../value/value.js';
import { listOr } from './element-values.js';
import { hiddenName, idsIn, isHidden, isProduct, metaValue, type ShownMeta, shownMeta } from './meta.js';
import type { References } from './references.js';
import { MENU_ITEM, type Site } from './site.js';

/** Hidden keys that are read elsewhere, or become fields with names of their own. */
const ownMeta: ReadonlySet<string> = new Set([
  ...[
    '_thumbnail_id',
    '_wp_page_template',
    '_wp_attachment_image_alt',
    '_wp_attachment_metadata',
    '_wp_attached_file',
    '_wp_old_slug',
  ],
]);

export class MetaFieldReader {
  readonly #site: Site;
  readonly #references: References;
  readonly #intake: Intake;

  constructor(site: Site, references: References, intake: Intake) {
    this.#site = site;
    this.#references = references;
    this.#intake = intake;
  }

  /**
   * @param meta texts of each custom field, by key
   * @param id of the item
   * @param type the source's key of its type
   * @param what as messages call the type
   */
  read(meta: ReadonlyMap<string, readonly string[]>, id: string, type: string, what: string): readonly FieldValue[] {
    const values: FieldValue[] = [];
    const template = meta.get('_wp_page_template')?.[0];
    if (template !== undefined && template !== '') values.push({ field: 'template', value: text(template) });
    const thumbnail = meta.get('_thumbnail_id')?.[0];
    if (thumbnail !== undefined && thumbnail !== '' && thumbnail !== '0')
      values.push({ field: 'featuredImage', value: this.#references.images([thumbnail], `${what}.featuredImage`)[0] });
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

  #shown({ as }: ShownMeta, written: string, id: string, what: string): Value | undefined {
    if (written === '') return undefined;
    switch (as) {
      case 'text':
        return text(decodeEntities(written));
      case 'any':
        return loose(written);
      case 'truth':
        return boolean(written === 'yes');
      case 'time':
        return Number(written) > 0 ? text(new Date(Number(written) * 1000).toISOString()) : undefined;
      case 'html':
        return this.#references.html(written, id, what);
      case 'images':
        return listOr(this.#references.images(idsIn(written), what));
      case 'items':
        return listOr(idsIn(written).map((each) => link(each, this.#site.typeOf(each) ?? 'product')));
    }
  }

  /** A field of whoever runs the site; its kind is known where Advanced Custom Fields came with the export. */
  #custom(
    key: string,
    texts: readonly string[],
    meta: ReadonlyMap<string, readonly string[]>,
    id: string,
    what: string,
  ): Value | undefined {
    const [firstText = ''] = texts;
    const at = `${what}.${key}`;
    const kind = this.#site.fieldKinds.get(meta.get(`_${key}`)?.[0] ?? '');
    if (kind === undefined || firstText === '') return metaValue(texts);
    switch (kind) {
      case 'password':
        this.#intake.leaveOut(at, 'a password');
        return undefined;
      case 'image':
      case 'file':
        return this.#references.images(idsIn(firstText), at)[0];
      case 'gallery':
        return list(this.#references.images(idsIn(firstText), at));
      case 'post_object':
      case 'relationship': {
        const links = idsIn(firstText).map((each) => link(each, this.#site.typeOf(each)));
        return firstText.startsWith('a:') ? list(links) : links[0];
      }
      case 'true_false':
        return boolean(firstText === '1');
      case 'wysiwyg':
        return this.#references.html(firstText, id, at);
      case 'date_picker':
        return text(firstText.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
      default:
        return metaValue(texts);
    }
  }
}
