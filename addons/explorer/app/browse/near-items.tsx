/**
 * Below the error about a missing item: links to items that a search for the words of its id finds.
 */
import { useEffect, useState } from 'preact/hooks';
import { type Param, writeTarget } from '../address/place.js';
import { sendRequest } from '../api/ask.js';
import { type Resource, resourceKey } from '../model/resource.js';
import { findTitleField, findType } from '../model/space.js';
import { localeParams, request, space } from '../state.js';
import { titleLink } from './search-results.js';

const ITEMS_MAXIMUM = '3';
const LENGTH_MAXIMUM = 100;

/** @returns the words of an id: `the-salt-rod` and `theSaltRod` are `the salt rod` */
export const readWords = (id: string): string =>
  id
    .slice(0, LENGTH_MAXIMUM)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

export function NearItems() {
  const [items, setItems] = useState<readonly Resource[]>([]);
  const [typeName, id = ''] = request.value.path;
  const usedSpace = space.value;
  const type = findType(usedSpace, typeName);
  const words = readWords(id);
  useEffect(() => {
    let isCurrent = true;
    setItems([]);
    if (usedSpace === undefined || type === undefined || !type.search || words === '') return undefined;
    const params: readonly Param[] = [
      ...localeParams.value,
      ['filter[_search]', words],
      [`fields[${type.name}]`, findTitleField(type) ?? ''],
      ['page[limit]', ITEMS_MAXIMUM],
    ];
    void sendRequest(usedSpace, writeTarget({ path: [type.name], params })).then(({ document }) => {
      if (isCurrent) setItems(document.data);
    });
    return () => {
      isCurrent = false;
    };
  }, [usedSpace, type, words, localeParams.value]);
  if (type === undefined || items.length === 0) return null;
  return (
    <>
      <p>Did you mean:</p>
      <ul class="near-items">
        {items.map((item) => (
          <li key={resourceKey(item)}>
            {titleLink(findTitleField(type), item)} <code class="faint">{item.id}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
