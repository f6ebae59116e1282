/**
 * Labels of items: titles for links to related items. Missing titles are requested in batches, once, when they are
 * shown.
 */
import { signal } from '@preact/signals';
import { queryPart } from '../address/encode.js';
import { type Identifier, keyOf, type Resource } from '../model/resource.js';
import { type DescribedSpace, titleField, typeNamed } from '../model/space.js';
import { ask } from './ask.js';

/** A locale's code; undefined for the default one. */
type Locale = string | undefined;

/** Space, locale and key of an item → its title; empty if the item has none. */
const known = new Map<string, string>();
const wanted = new Map<
  string,
  { readonly space: DescribedSpace; readonly identifier: Identifier; readonly locale: Locale }
>();
/** Increases when new titles have arrived, so that components read them. */
export const labelsVersion = signal(0);

const atOnce = 100;
let isWaiting = false;

const keyIn = (space: DescribedSpace, identifier: Identifier, locale: Locale): string =>
  `${space.snapshot} ${space.name} ${locale ?? ''} ${keyOf(identifier)}`;

export const labelOf = (space: DescribedSpace, identifier: Identifier, locale: Locale): string | undefined =>
  known.get(keyIn(space, identifier, locale));

/** Stores the titles of the resources in an answer. */
export function learn(space: DescribedSpace, resources: readonly Resource[], locale: Locale): void {
  for (const resource of resources) {
    const type = typeNamed(space, resource.type);
    const field = type === undefined ? undefined : titleField(type);
    const title = field === undefined ? '' : resource.attributes[field];
    if (typeof title === 'string') known.set(keyIn(space, resource, locale), title);
  }
}

/** Requests the missing titles of these items; `labelsVersion` changes when they have arrived. */
export function want(space: DescribedSpace, identifiers: readonly Identifier[], locale: Locale): void {
  for (const identifier of identifiers) {
    const key = keyIn(space, identifier, locale);
    if (!known.has(key)) wanted.set(key, { space, identifier, locale });
  }
  if (wanted.size === 0 || isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    void fetchWanted();
  }, 0);
}

async function fetchWanted(): Promise<void> {
  const byType = Map.groupBy(
    wanted.values(),
    ({ space, identifier, locale }) => `${space.name}/${locale}/${identifier.type}`,
  );
  wanted.clear();
  await Promise.all(
    [...byType.values()].map((group) =>
      fetchOf(
        group.map(({ identifier }) => identifier),
        group[0]?.space,
        group[0]?.locale,
      ),
    ),
  );
  labelsVersion.value += 1;
}

async function fetchOf(
  identifiers: readonly Identifier[],
  space: DescribedSpace | undefined,
  locale: Locale,
): Promise<void> {
  const type = typeNamed(space, identifiers[0]?.type);
  if (space === undefined || type === undefined) return;
  const field = titleField(type);
  const ids = identifiers.map(({ id }) => id);
  // An empty title prevents a second request for items that the answer leaves out.
  for (const identifier of identifiers) known.set(keyIn(space, identifier, locale), '');
  if (field === undefined) return;
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce);
    const list = some.map((id) => `filter[id][_in][]=${queryPart(id)}`).join('&');
    const language = locale === undefined ? '' : `&localeCode=${queryPart(locale)}`;
    const search = `${list}&fields[${type.name}]=${field}&page[limit]=${atOnce}${language}`;
    const { document } = await ask(space, `/${type.name}?${search}`);
    learn(space, document.data, locale);
  }
}
