/**
 * Reads the prices and the visible attributes of a WooCommerce product, each of which combines several data of the export.
 *
 * Elsewhere: single custom fields of products (meta, meta-fields), fields that all items have (items).
 */
import type { FieldValue, Intake } from '../../core/intake/source.js';
import { decodeEntities } from '../../text/entities.js';
import { memberAt, numberAt, readMembers, textAt } from '../../value/json.js';
import { json, toJson, untypedText } from '../../value/value.js';
import { type Element, findChildren } from './elements.js';
import { readPhpValue } from './meta.js';

/**
 * @param meta custom fields of the product, by key
 * @param typeName name of the type in messages
 */
export function readProductFields(
  item: Element,
  meta: ReadonlyMap<string, readonly string[]>,
  typeName: string,
  intake: Intake,
): readonly FieldValue[] {
  // A product with variations has one price for each variation.
  const prices = (meta.get('_price') ?? []).filter((price) => price !== '').sort((a, b) => Number(a) - Number(b));
  const [lowest, highest] = [prices[0], prices.at(-1)];
  const serialized = readPhpValue(meta.get('_product_attributes')?.[0] ?? '');
  const attributes = readMembers(serialized === undefined ? undefined : toJson(serialized)).flatMap(
    ([taxonomy, attribute]) => {
      const hasFlag = (name: string): boolean => Number(memberAt(attribute, name) ?? 0) === 1;
      if (!hasFlag('is_visible') && !hasFlag('is_variation')) {
        intake.leaveOut(`${typeName}.attributes`, 'an attribute that the shop does not show');
        return [];
      }
      const terms = findChildren(item, 'category').filter((term) => term.attributes.get('domain') === taxonomy);
      // The options are terms of a taxonomy, or a text such as `red | green`.
      const options = hasFlag('is_taxonomy')
        ? terms.map((term) => term.text.trim())
        : (textAt(attribute, 'value') ?? '').split('|').map((option) => option.trim());
      const position = numberAt(attribute, 'position') ?? 0;
      const name = decodeEntities(textAt(attribute, 'name') ?? taxonomy);
      const details = { name, options: options.map(decodeEntities), variation: hasFlag('is_variation') };
      return [{ position, details }];
    },
  );
  const sortedDetails = attributes.sort((a, b) => a.position - b.position).map(({ details }) => details);
  return [
    { field: 'price', value: lowest === undefined ? undefined : untypedText(lowest) },
    { field: 'highestPrice', value: highest === undefined || highest === lowest ? undefined : untypedText(highest) },
    { field: 'attributes', value: sortedDetails.length === 0 ? undefined : json(sortedDetails) },
  ];
}
