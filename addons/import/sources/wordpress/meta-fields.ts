/**
 * Reads the custom fields of an item of a WordPress site: fields of WordPress, of well-known plugins, and of the site itself.
 *
 * Elsewhere: which keys are hidden, and how values are serialized (meta).
 */
import type { FieldValue, Intake } from '../../core/intake/source.js';
import { decodeEntities } from '../../text/entities.js';
import { boolean, link, list, text, untypedText, type Value } from '../../value/value.js';
import { buildList } from './element-values.js';
import {
  findVisibleMeta,
  formatHiddenKey,
  isHiddenKey,
  isProduct,
  readIds,
  readMetaValue,
  type VisibleMeta,
} from './meta.js';
import type { References } from './references.js';
import { MENU_ITEM, type Site } from './site.js';

/** Hidden keys that are read elsewhere, or become fields with names of their own. */
const metaReadElsewhere: ReadonlySet<string> = new Set([
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
   * @param typeName name of the type in messages
   */
  read(
    meta: ReadonlyMap<string, readonly string[]>,
    id: string,
    type: string,
    typeName: string,
  ): readonly FieldValue[] {
    const values: FieldValue[] = [];
    const template = meta.get('_wp_page_template')?.[0];
    if (template !== undefined && template !== '') values.push({ field: 'template', value: text(template) });
    const thumbnail = meta.get('_thumbnail_id')?.[0];
    if (thumbnail !== undefined && thumbnail !== '' && thumbnail !== '0')
      values.push({
        field: 'featuredImage',
        value: this.#references.findImages([thumbnail], `${typeName}.featuredImage`)[0],
      });
    const saleFromMs = Number(meta.get('_sale_price_dates_from')?.[0] ?? '') * 1000;
    for (const [key, texts] of meta) {
      if (isProduct(type) && key.startsWith('_sale_price') && saleFromMs > this.#intake.options.nowMs) {
        this.#intake.leaveOut(`${typeName}.salePrice`, 'a sale that has not begun', key === '_sale_price' ? 1 : 0);
        continue;
      }
      if (metaReadElsewhere.has(key) || (type === MENU_ITEM && key.startsWith('_menu_item_'))) continue;
      if (isProduct(type) && (key === '_price' || key === '_product_attributes')) continue;
      const visibleMeta = findVisibleMeta(type, key);
      const isFieldReference = texts.every((fieldText) => fieldText.startsWith('field_')) && meta.has(key.slice(1));
      if (visibleMeta !== undefined) {
        if (values.some(({ field }) => field === visibleMeta.name)) continue;
        values.push({
          field: visibleMeta.name,
          value: this.#readVisible(visibleMeta, texts[0] ?? '', id, `${typeName}.${visibleMeta.name}`),
        });
      } else if (!isHiddenKey(key) || this.#intake.isWanted(key)) {
        const field = `meta:${key}`;
        this.#intake.type(type).field(field, { name: key.replace(/^_+(?=.)/, '') });
        values.push({ field, value: this.#readCustom(key, texts, meta, id, typeName) });
      } else if (isFieldReference) this.#intake.leaveOut(`${typeName}: meta of ACF`, 'keys of fields', texts.length);
      else {
        this.#intake.leaveOut(
          `${typeName}: meta ${formatHiddenKey(key)}`,
          'a hidden field of WordPress or a plugin',
          texts.length,
        );
      }
    }
    return values;
  }

  #readVisible({ format }: VisibleMeta, metaText: string, id: string, subject: string): Value | undefined {
    if (metaText === '') return undefined;
    switch (format) {
      case 'text':
        return text(decodeEntities(metaText));
      case 'any':
        return untypedText(metaText);
      case 'truth':
        return boolean(metaText === 'yes');
      case 'time':
        return Number(metaText) > 0 ? text(new Date(Number(metaText) * 1000).toISOString()) : undefined;
      case 'html':
        return this.#references.convertHtml(metaText, id, subject);
      case 'images':
        return buildList(this.#references.findImages(readIds(metaText), subject));
      case 'items':
        return buildList(readIds(metaText).map((itemId) => link(itemId, this.#site.findType(itemId) ?? 'product')));
    }
  }

  /** Reads a field of the site. Its kind is known if the export has the settings of Advanced Custom Fields. */
  #readCustom(
    key: string,
    texts: readonly string[],
    meta: ReadonlyMap<string, readonly string[]>,
    id: string,
    typeName: string,
  ): Value | undefined {
    const [firstText = ''] = texts;
    const subject = `${typeName}.${key}`;
    const kind = this.#site.fieldKinds.get(meta.get(`_${key}`)?.[0] ?? '');
    if (kind === undefined || firstText === '') return readMetaValue(texts);
    switch (kind) {
      case 'password':
        this.#intake.leaveOut(subject, 'a password');
        return undefined;
      case 'image':
      case 'file':
        return this.#references.findImages(readIds(firstText), subject)[0];
      case 'gallery':
        return list(this.#references.findImages(readIds(firstText), subject));
      case 'post_object':
      case 'relationship': {
        const links = readIds(firstText).map((itemId) => link(itemId, this.#site.findType(itemId)));
        return firstText.startsWith('a:') ? list(links) : links[0];
      }
      case 'true_false':
        return boolean(firstText === '1');
      case 'wysiwyg':
        return this.#references.convertHtml(firstText, id, subject);
      case 'date_picker':
        return text(firstText.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'));
      default:
        return readMetaValue(texts);
    }
  }
}
