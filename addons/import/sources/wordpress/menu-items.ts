/**
 * Fields of a menu item of a WordPress site, which are hidden custom fields in its export.
 *
 * Elsewhere: fields that all items have (items).
 */
import type { FieldValue } from '../../core/intake/source.js';
import { link } from '../../value/value.js';
import { buildText } from './element-values.js';
import type { Element } from './elements.js';
import { readMetaValue } from './meta.js';
import { buildTaxonomyKey, MENU_ITEM, readPlainText, type Site } from './site.js';

const menuMeta = ['type', 'object', 'object_id', 'menu_item_parent', 'target', 'classes', 'xfn', 'url'] as const;

/** @param meta custom fields of the item, by key */
export function readMenuItemFields(
  item: Element,
  meta: ReadonlyMap<string, readonly string[]>,
  site: Site,
): readonly FieldValue[] {
  const readMenuText = (key: (typeof menuMeta)[number]): string | undefined => {
    const value = meta.get(`_menu_item_${key}`)?.[0]?.trim();
    return value === '' || value === '0' ? undefined : value;
  };
  const [kind, object, objectId] = [readMenuText('type'), readMenuText('object'), readMenuText('object_id')];
  const parent = readMenuText('menu_item_parent');
  const classes = readMetaValue(meta.get('_menu_item_classes') ?? []);
  const target =
    kind === 'custom' || objectId === undefined || object === undefined
      ? undefined
      : kind === 'taxonomy'
        ? link(site.termById.get(`${object}/${objectId}`)?.slug ?? objectId, buildTaxonomyKey(object))
        : link(objectId, site.findType(objectId) ?? object);
  const hasClasses =
    classes?.kind === 'list' && classes.values.some((className) => className.kind === 'text' && className.text !== '');
  return [
    { field: 'kind', value: buildText(kind) },
    { field: 'url', value: buildText(readMenuText('url')) },
    { field: 'object', value: target },
    { field: 'parentItem', value: parent === undefined ? undefined : link(parent, MENU_ITEM) },
    { field: 'target', value: buildText(readMenuText('target')) },
    { field: 'xfn', value: buildText(readMenuText('xfn')) },
    { field: 'classes', value: hasClasses ? classes : undefined },
    { field: 'description', value: buildText(readPlainText(item, 'content:encoded')) },
    { field: 'titleAttribute', value: buildText(readPlainText(item, 'excerpt:encoded')) },
  ];
}
