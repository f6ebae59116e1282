/**
 * Fields of a menu item of a WordPress site, which are hidden custom fields in its export.
 *
 * Elsewhere: fields that all items have (items).
 */
import type { FieldValue } from '../../core/intake/source.js';
import { link } from '../../value/value.js';
import { textOr } from './element-values.js';
import type { Element } from './elements.js';
import { metaValue } from './meta.js';
import { MENU_ITEM, plainText, type Site, taxonomyType } from './site.js';

const menuMeta = ['type', 'object', 'object_id', 'menu_item_parent', 'target', 'classes', 'xfn', 'url'] as const;

/** @param meta custom fields of the item, by key */
export function menuItemFields(
  item: Element,
  meta: ReadonlyMap<string, readonly string[]>,
  site: Site,
): readonly FieldValue[] {
  const menuText = (key: (typeof menuMeta)[number]): string | undefined => {
    const value = meta.get(`_menu_item_${key}`)?.[0]?.trim();
    return value === '' || value === '0' ? undefined : value;
  };
  const [kind, object, objectId] = [menuText('type'), menuText('object'), menuText('object_id')];
  const parent = menuText('menu_item_parent');
  const classes = metaValue(meta.get('_menu_item_classes') ?? []);
  const target =
    kind === 'custom' || objectId === undefined || object === undefined
      ? undefined
      : kind === 'taxonomy'
        ? link(site.termById.get(`${object}/${objectId}`)?.slug ?? objectId, taxonomyType(object))
        : link(objectId, site.typeOf(objectId) ?? object);
  const hasClasses =
    classes?.kind === 'list' && classes.values.some((each) => each.kind === 'text' && each.text !== '');
  return [
    { field: 'kind', value: textOr(kind) },
    { field: 'url', value: textOr(menuText('url')) },
    { field: 'object', value: target },
    { field: 'parentItem', value: parent === undefined ? undefined : link(parent, MENU_ITEM) },
    { field: 'target', value: textOr(menuText('target')) },
    { field: 'xfn', value: textOr(menuText('xfn')) },
    { field: 'classes', value: hasClasses ? classes : undefined },
    { field: 'description', value: textOr(plainText(item, 'content:encoded')) },
    { field: 'titleAttribute', value: textOr(plainText(item, 'excerpt:encoded')) },
  ];
}
