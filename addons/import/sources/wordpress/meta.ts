/**
 * Custom fields of WordPress: which are content, which are hidden, and lists that PHP serialized.
 *
 * Elsewhere: reading the fields of an item (meta-fields).
 */
import { unserialize } from 'php-serialize';
import { isList, parseJson } from '../../value/json.js';
import { json, list, toJson, toValue, untypedText, type Value } from '../../value/value.js';
import { type Element, findChildren, readChildText } from './elements.js';

/** @returns texts by key, in their order, of a post or of a term */
export function readMeta(parent: Element, elementName = 'wp:postmeta'): ReadonlyMap<string, readonly string[]> {
  const meta = new Map<string, string[]>();
  for (const entry of findChildren(parent, elementName)) {
    const key = (readChildText(entry, 'wp:meta_key') ?? '').trim();
    const value = readChildText(entry, 'wp:meta_value') ?? '';
    const existing = meta.get(key);
    if (existing === undefined) meta.set(key, [value]);
    else existing.push(value);
  }
  return meta;
}

/**
 * Whether WordPress hides the key from authors, or it is not for visitors: the sales of a product. Hidden keys with content are
 * listed below.
 */
export const isHiddenKey = (key: string): boolean => key === '' || key.startsWith('_') || key === 'total_sales';

/** @returns the key for reports; a hash in it is cut, so that similar keys share a line of the report */
export const formatHiddenKey = (key: string): string =>
  key === '' ? '(without a key)' : key.replace(/_[0-9a-f]{32}$/, '_…');

/** A hidden key with content: the name of its field in the export, and the format of its text. */
export interface VisibleMeta {
  readonly name: string;
  readonly format: 'text' | 'any' | 'truth' | 'time' | 'html' | 'images' | 'items';
}

const buildEntries = (
  format: VisibleMeta['format'],
  names: Readonly<Record<string, string>>,
): readonly [string, VisibleMeta][] => Object.entries(names).map(([key, name]) => [key, { name, format }]);

/** Keys of any item that hold texts for search engines and social networks, by widely used plugins. */
const seoEntries = buildEntries('text', {
  _yoast_wpseo_title: 'seoTitle',
  _yoast_wpseo_metadesc: 'seoDescription',
  _yoast_wpseo_canonical: 'canonical',
  '_yoast_wpseo_opengraph-title': 'openGraphTitle',
  '_yoast_wpseo_opengraph-description': 'openGraphDescription',
  '_yoast_wpseo_opengraph-image': 'openGraphImage',
  _aioseo_title: 'seoTitle',
  _aioseo_description: 'seoDescription',
  _genesis_title: 'seoTitle',
  _genesis_description: 'seoDescription',
});

/** Keys of products. Prices and attributes are read in `products`. */
const productEntries = [
  ...buildEntries('text', {
    _sku: 'sku',
    _global_unique_id: 'globalUniqueId',
    _stock_status: 'stockStatus',
    _product_url: 'productUrl',
    _button_text: 'buttonText',
  }),
  ...buildEntries('any', {
    _regular_price: 'regularPrice',
    _sale_price: 'salePrice',
    _stock: 'stock',
    _weight: 'weight',
    _length: 'length',
    _width: 'width',
    _height: 'height',
    _wc_average_rating: 'averageRating',
    _wc_review_count: 'reviewCount',
  }),
  ...buildEntries('truth', { _virtual: 'virtual', _downloadable: 'downloadable' }),
  ...buildEntries('time', { _sale_price_dates_from: 'saleFrom', _sale_price_dates_to: 'saleTo' }),
  ...buildEntries('html', { _variation_description: 'description' }),
  ...buildEntries('images', { _product_image_gallery: 'gallery' }),
  ...buildEntries('items', { _upsell_ids: 'upsells', _crosssell_ids: 'crossSells', _children: 'groupedProducts' }),
];

export const isProduct = (type: string): boolean => type === 'product' || type === 'product_variation';

const visibleInItems: ReadonlyMap<string, VisibleMeta> = new Map(seoEntries);
const visibleInProducts: ReadonlyMap<string, VisibleMeta> = new Map([...seoEntries, ...productEntries]);

/** @returns undefined for a hidden key without content */
export const findVisibleMeta = (type: string, key: string): VisibleMeta | undefined =>
  (isProduct(type) ? visibleInProducts : visibleInItems).get(key);

/** @returns ids in a text: one, several with commas between them, or a list of PHP */
export function readIds(text: string): readonly string[] {
  const idValue = readMetaValue([text]);
  const value = idValue === undefined ? [] : toJson(idValue);
  return (isList(value) ? value.map(String) : String(value).split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

export function readMetaValue(texts: readonly string[]): Value | undefined {
  const values = texts.filter((text) => text !== '').map(readMetaText);
  const [first] = values;
  if (values.length === 1) return first;
  if (values.length === 0) return undefined;
  return values.some(({ kind }) => kind === 'json' || kind === 'list') ? json(values.map(toJson)) : list(values);
}

function readMetaText(text: string): Value {
  const phpValue = /^a:\d+:\{/.test(text) ? readPhpValue(text) : undefined;
  return phpValue ?? untypedText(text);
}

/** @returns the value that PHP serialized; undefined if the text is not serialized, or holds objects of classes */
export function readPhpValue(text: string): Value | undefined {
  try {
    const phpValue: unknown = unserialize(text, {}, { strict: true });
    const writtenJson = JSON.stringify(phpValue);
    return writtenJson === undefined ? undefined : toValue(parseJson(writtenJson));
  } catch {
    return undefined;
  }
}
