/**
 * Origins of values: the locale that a shown value comes from. A value that equals the value of the fallback locale counts as the
 * value of the fallback locale.
 */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { encodeQueryPart } from '../address/encode.js';
import { type Resource, resourceKey } from '../model/resource.js';
import { type DescribedSpace, findField, findType } from '../model/space.js';
import { locale, space } from '../state.js';
import { sendRequest } from './ask.js';

export interface Origin {
  /** Locale of the value; undefined if the field is not localized. */
  readonly lang?: string;
  /** The same locale, if it is not the requested one. */
  readonly fallback?: string;
}
export type Origins = (resource: Resource, field: string) => Origin;

const NOT_LOCALIZED: Origin = {};

/** The resources of the page in a fallback locale, by their keys. */
interface FallbackResources {
  readonly code: string;
  readonly resourceByKey: ReadonlyMap<string, Resource>;
}
/** The nearest fallback locale first. */
type FallbackChain = readonly FallbackResources[];
const EMPTY_CHAIN: FallbackChain = [];

/** @returns the fallback locales, the nearest first */
function listFallbacks(usedSpace: DescribedSpace, code: string): readonly string[] {
  const nextCode = usedSpace.fallbacks[code];
  return nextCode === undefined ? [] : [nextCode, ...listFallbacks(usedSpace, nextCode)];
}

/** @returns the localized fields of the same resources in another locale */
async function fetchInLocale(
  usedSpace: DescribedSpace,
  resources: readonly Resource[],
  code: string,
): Promise<readonly Resource[]> {
  const groups = [...Map.groupBy(resources, ({ type }) => type)];
  const answers = groups.map(([name, resourcesOfType]) => {
    const ids = resourcesOfType.map(({ id }) => `filter[id][_in][]=${encodeQueryPart(id)}`).join('&');
    const localizedFields = findType(usedSpace, name)?.fields.filter((field) => field.localized === true) ?? [];
    const fields = localizedFields.map((field) => field.name).join(',');
    return sendRequest(
      usedSpace,
      `/${name}?${ids}&fields[${name}]=${fields}&page[limit]=${resourcesOfType.length}&localeCode=${encodeQueryPart(code)}`,
    );
  });
  return (await Promise.all(answers)).flatMap(({ document }) => document.data);
}

async function fetchFallbacks(
  usedSpace: DescribedSpace,
  resources: readonly Resource[],
  requestedLocale: string,
): Promise<FallbackChain> {
  const localizedResources = resources.filter(({ meta }) => 'locales' in meta);
  if (localizedResources.length === 0) return EMPTY_CHAIN;
  const codes = listFallbacks(usedSpace, requestedLocale);
  return Promise.all(
    codes.map(async (code): Promise<FallbackResources> => {
      const fetchedResources = await fetchInLocale(usedSpace, localizedResources, code);
      return { code, resourceByKey: new Map(fetchedResources.map((resource) => [resourceKey(resource), resource])) };
    }),
  );
}

/** @returns the farthest locale of the chain up to which all locales have the same value; undefined if the nearest differs */
function findOrigin(chain: FallbackChain, resource: Resource, field: string): string | undefined {
  const value = JSON.stringify(resource.attributes[field]);
  if (value === 'null') return undefined;
  let origin: string | undefined;
  for (const { code, resourceByKey } of chain) {
    const fallbackValue = resourceByKey.get(resourceKey(resource))?.attributes[field];
    if (JSON.stringify(fallbackValue) !== value) break;
    origin = code;
  }
  return origin;
}

/** @param resources one page of resources; must be the same array while its resources are the same */
export function useOrigins(resources: readonly Resource[]): Origins {
  const usedSpace = space.value;
  const requestedLocale = locale.value ?? usedSpace?.locales[0];
  const [chain, setChain] = useState(EMPTY_CHAIN);
  useEffect(() => {
    let isCurrent = true;
    setChain(EMPTY_CHAIN);
    if (usedSpace !== undefined && requestedLocale !== undefined) {
      void fetchFallbacks(usedSpace, resources, requestedLocale).then((fetchedChain) => {
        if (isCurrent && fetchedChain.length > 0) setChain(fetchedChain);
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [resources, usedSpace, requestedLocale]);
  return useCallback(
    (resource, field) => {
      const isLocalized = findField(findType(usedSpace, resource.type), field)?.localized === true;
      if (requestedLocale === undefined || !isLocalized) return NOT_LOCALIZED;
      const fallback = findOrigin(chain, resource, field);
      return fallback === undefined ? { lang: requestedLocale } : { lang: fallback, fallback };
    },
    [chain, usedSpace, requestedLocale],
  );
}
