/**
 * Custom fields of WordPress: which are content, which are hidden, and lists that PHP serialized.
 *
 * Elsewhere: reading the fields of an item (meta-fields).
 */
import { unserialize } from 'php-serialize';
import { isList, parseJson } from '../../value/json.js';
import { asValue, json, list, loose, plainOf, type Value } from '../../value/value.js';
import { childrenOf, childText, type Element } from './elements.js';

/** @returns texts by key, in their order, of a post or of a term */
export function readMeta(of: Element, element = 'wp:postmeta'): ReadonlyMap<string, readonly string[]> {
  const meta = new Map<string, string[]>();
  for (const entry of childrenOf(of, element)) {
    const key = (childText(entry, 'wp:meta_key') ?? '').trim();
    const value = childText(entry, 'wp:meta_value') ?? '';
    const existing = meta.get(key);
    if (existing === undefined) meta.set(key, [value]);
    else existing.push(value);
  }
  return meta;
}

/** Those that begin with `_` are not shown to authors; what of them is content has a field of its own. */
export const isHidden = (key: string): boolean => key === '' || key.startsWith('_');

/** Hashes in keys would make a row each. */
export const hiddenName = (key: string): string =>
  key === '' ? '(without a key)' : key.replace(/_[0-9a-f]{32}$/, '_…');

/** What a site shows of a hidden field: the name of the field that it becomes, and what its text is. */
export interface ShownMeta {
  readonly name: string;
  readonly as: 'text' | 'any' | 'truth' | 'time' | 'html' | 'images' | 'items';
}

const shown = (as: ShownMeta['as'], names: Readonly<Record<string, string>>): readonly [string, ShownMeta][] =>
  Object.entries(names).map(([key, name]) => [key, { name, as }]);

/** Of any item: what search engines and whoever links to it are shown, by the plugins that are most in use. */
const shownAnywhere = shown('text', {
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

/** Of products, whose prices and attributes are read besides. */
const shownOfProducts = [
  ...shown('text', {
    _sku: 'sku',
    _global_unique_id: 'globalUniqueId',
    _stock_status: 'stockStatus',
    _product_url: 'productUrl',
    _button_text: 'buttonText',
  }),
  ...shown('any', {
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
  ...shown('truth', { _virtual: 'virtual', _downloadable: 'downloadable' }),
  ...shown('time', { _sale_price_dates_from: 'saleFrom', _sale_price_dates_to: 'saleTo' }),
  ...shown('html', { _variation_description: 'description' }),
  ...shown('images', { _product_image_gallery: 'gallery' }),
  ...shown('items', { _upsell_ids: 'upsells', _crosssell_ids: 'crossSells', _children: 'groupedProducts' }),
];

export const isProduct = (type: string): boolean => type === 'product' || type === 'product_variation';

const ofOthers: ReadonlyMap<string, ShownMeta> = new Map(shownAnywhere);
const ofProducts: ReadonlyMap<string, ShownMeta> = new Map([...shownAnywhere, ...shownOfProducts]);

/** @returns undefined for what nobody is shown */
export const shownMeta = (type: string, key: string): ShownMeta | undefined =>
  (isProduct(type) ? ofProducts : ofOthers).get(key);

/** @returns ids in a text: one, several with commas between them, or a list of PHP */
export function idsIn(text: string): readonly string[] {
  const read = metaValue([text]);
  const value = read === undefined ? [] : plainOf(read);
  return (isList(value) ? value.map(String) : String(value).split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '');
}

export function metaValue(texts: readonly string[]): Value | undefined {
  const values = texts.filter((text) => text !== '').map(one);
  const [first] = values;
  if (values.length === 1) return first;
  if (values.length === 0) return undefined;
  return values.some(({ kind }) => kind === 'json' || kind === 'list') ? json(values.map(plainOf)) : list(values);
}

function one(text: string): Value {
  const read = /^a:\d+:\{/.test(text) ? unserialized(text) : undefined;
  return read ?? loose(text);
}

/** @returns undefined where it is none, or holds objects of classes */
export function unserialized(text: string): Value | undefined {
  try {
    const read: unknown = unserialize(text, {}, { strict: true });
    const written = JSON.stringify(read);
    return written === undefined ? undefined : asValue(parseJson(written));
  } catch {
    return undefined;
  }
}
