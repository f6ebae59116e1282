/**
 * Fields of a shop's product that are not single custom fields: prices, and the attributes that the shop shows.
 *
 * Elsewhere: single custom fields of products (meta, meta-fields), fields that all items have (items).
 */
import type { FieldValue, Intake } from '../../core/intake/source.js';
import { decodeEntities } from '../../text/entities.js';
import { memberAt, numberAt, readMembers, textAt } from '../../value/json.js';
import { json, loose, toJson } from '../../value/value.js';
import { type Element, findChildren } from './elements.js';
import { readPhpValue } from './meta.js';

/**
 * @param meta custom fields of the product, by key
 * @param typeName as messages call the type
 */
export function readProductFields(
  item: Element,
  meta: ReadonlyMap<string, readonly string[]>,
  typeName: string,
  intake: Intake,
): readonly FieldValue[] {
  // Of a product with variations, a price of each.
  const prices = (meta.get('_price') ?? []).filter((price) => price !== '').sort((a, b) => Number(a) - Number(b));
  const [lowest, highest] = [prices[0], prices.at(-1)];
  const serialized = readPhpValue(meta.get('_product_attributes')?.[0] ?? '');
  const attributes = readMembers(serialized === undefined ? undefined : toJson(serialized)).flatMap(
    ([taxonomy, attribute]) => {
      const is = (name: string): boolean => Number(memberAt(attribute, name) ?? 0) === 1;
      if (!is('is_visible') && !is('is_variation')) {
        intake.leaveOut(`${typeName}.attributes`, 'an attribute that the shop does not show');
        return [];
      }
      const terms = findChildren(item, 'category').filter((each) => each.attributes.get('domain') === taxonomy);
      const options = is('is_taxonomy')
        ? terms.map((term) => term.text.trim())
        : (textAt(attribute, 'value') ?? '').split('|').map((option) => option.trim());
      const position = numberAt(attribute, 'position') ?? 0;
      const name = decodeEntities(textAt(attribute, 'name') ?? taxonomy);
      return [{ position, shown: { name, options: options.map(decodeEntities), variation: is('is_variation') } }];
    },
  );
  const shown = attributes.sort((a, b) => a.position - b.position).map((attribute) => attribute.shown);
  return [
    { field: 'price', value: lowest === undefined ? undefined : loose(lowest) },
    { field: 'highestPrice', value: highest === undefined || highest === lowest ? undefined : loose(highest) },
    { field: 'attributes', value: shown.length === 0 ? undefined : json(shown) },
  ];
}
