/**
 * Labels of items: titles for links to related items. Missing titles are requested in batches, once, when they are
 * shown.
 */
import { signal } from '@preact/signals';
import { encodeQueryPart } from '../address/encode.js';
import { type Identifier, type Resource, resourceKey } from '../model/resource.js';
import { type DescribedSpace, findTitleField, findType } from '../model/space.js';
import { readTitle } from '../model/title.js';
import { sendRequest } from './ask.js';

/** A locale's code; undefined for the default one. */
type Locale = string | undefined;

/** Space, locale and key of an item → its title; empty if the item has none. */
const titles = new Map<string, string>();
const missingTitles = new Map<
  string,
  { readonly space: DescribedSpace; readonly identifier: Identifier; readonly locale: Locale }
>();
/** Increases when new titles have arrived, so that components read them. */
export const labelsVersion = signal(0);

const batchSize = 100;
let isWaiting = false;

const titleKey = (space: DescribedSpace, identifier: Identifier, locale: Locale): string =>
  `${space.snapshot} ${space.name} ${locale ?? ''} ${resourceKey(identifier)}`;

export const findLabel = (space: DescribedSpace, identifier: Identifier, locale: Locale): string | undefined =>
  titles.get(titleKey(space, identifier, locale));

/** Stores the titles of the resources in an answer. */
export function storeTitles(space: DescribedSpace, resources: readonly Resource[], locale: Locale): void {
  for (const resource of resources) {
    const type = findType(space, resource.type);
    const field = type === undefined ? undefined : findTitleField(type);
    const value = field === undefined ? '' : resource.attributes[field];
    if (typeof value === 'string')
      titles.set(titleKey(space, resource, locale), readTitle(type, resource.attributes, field ?? ''));
  }
}

/** Requests the missing titles of these items; `labelsVersion` changes when they have arrived. */
export function requestTitles(space: DescribedSpace, identifiers: readonly Identifier[], locale: Locale): void {
  for (const identifier of identifiers) {
    const key = titleKey(space, identifier, locale);
    if (!titles.has(key)) missingTitles.set(key, { space, identifier, locale });
  }
  if (missingTitles.size === 0 || isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    void fetchMissingTitles();
  }, 0);
}

async function fetchMissingTitles(): Promise<void> {
  const byType = Map.groupBy(
    missingTitles.values(),
    ({ space, identifier, locale }) => `${space.name}/${locale}/${identifier.type}`,
  );
  missingTitles.clear();
  await Promise.all(
    [...byType.values()].map((group) =>
      fetchTitlesOfType(
        group.map(({ identifier }) => identifier),
        group[0]?.space,
        group[0]?.locale,
      ),
    ),
  );
  labelsVersion.value += 1;
}

async function fetchTitlesOfType(
  identifiers: readonly Identifier[],
  space: DescribedSpace | undefined,
  locale: Locale,
): Promise<void> {
  const type = findType(space, identifiers[0]?.type);
  if (space === undefined || type === undefined) return;
  const field = findTitleField(type);
  const ids = identifiers.map(({ id }) => id);
  // An empty title prevents a second request for items that the answer leaves out.
  for (const identifier of identifiers) titles.set(titleKey(space, identifier, locale), '');
  if (field === undefined) return;
  for (let batchStart = 0; batchStart < ids.length; batchStart += batchSize) {
    const batchIds = ids.slice(batchStart, batchStart + batchSize);
    const list = batchIds.map((id) => `filter[id][_in][]=${encodeQueryPart(id)}`).join('&');
    const language = locale === undefined ? '' : `&localeCode=${encodeQueryPart(locale)}`;
    const search = `${list}&fields[${type.name}]=${field}&page[limit]=${batchSize}${language}`;
    const { document } = await sendRequest(space, `/${type.name}?${search}`);
    storeTitles(space, document.data, locale);
  }
}
