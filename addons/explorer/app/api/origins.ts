/**
 * Origins of values: the locale that a shown value comes from. A value that equals the value of the fallback locale
 * counts as the value of the fallback locale.
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
  readonly from?: string;
}
export type Origins = (resource: Resource, field: string) => Origin;

const NONE: Origin = {};

type FallbackValues = readonly (readonly [code: string, values: ReadonlyMap<string, Resource>])[];
const NO_FALLBACK_VALUES: FallbackValues = [];

/** @returns the fallback locales, the nearest first */
function listFallbacks(usedSpace: DescribedSpace, code: string): readonly string[] {
  const next = usedSpace.fallbacks[code];
  return next === undefined ? [] : [next, ...listFallbacks(usedSpace, next)];
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
    const localized = findType(usedSpace, name)?.fields.filter((field) => field.localized === true) ?? [];
    const fields = localized.map((field) => field.name).join(',');
    return sendRequest(
      usedSpace,
      `/${name}?${ids}&fields[${name}]=${fields}&page[limit]=${resourcesOfType.length}&localeCode=${encodeQueryPart(code)}`,
    );
  });
  return (await Promise.all(answers)).flatMap(({ document }) => document.data);
}

/** @param resources one page of resources; must be the same array while its resources are the same */
export function useOrigins(resources: readonly Resource[]): Origins {
  const usedSpace = space.value;
  const requestedLocale = locale.value ?? usedSpace?.locales[0];
  const [fallbackValues, setFallbackValues] = useState(NO_FALLBACK_VALUES);
  useEffect(() => {
    let isCurrent = true;
    setFallbackValues(NO_FALLBACK_VALUES);
    const localized = resources.filter(({ meta }) => 'locales' in meta);
    const chain =
      usedSpace === undefined || requestedLocale === undefined || localized.length === 0
        ? []
        : listFallbacks(usedSpace, requestedLocale);
    if (usedSpace !== undefined && chain.length > 0) {
      void Promise.all(chain.map((code) => fetchInLocale(usedSpace, localized, code))).then((found) => {
        if (!isCurrent) return;
        setFallbackValues(
          found.map((resourcesOfType, place) => [
            chain[place] ?? '',
            new Map(resourcesOfType.map((one) => [resourceKey(one), one])),
          ]),
        );
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [resources, usedSpace, requestedLocale]);
  return useCallback(
    (resource, field) => {
      if (requestedLocale === undefined || findField(findType(usedSpace, resource.type), field)?.localized !== true)
        return NONE;
      const value = JSON.stringify(resource.attributes[field]);
      const ownIndex = fallbackValues.findIndex(
        ([, values]) => JSON.stringify(values.get(resourceKey(resource))?.attributes[field]) !== value,
      );
      const equalLocales = ownIndex < 0 ? fallbackValues : fallbackValues.slice(0, ownIndex);
      const from = equalLocales.at(-1)?.[0];
      return from === undefined || value === 'null' ? { lang: requestedLocale } : { lang: from, from };
    },
    [fallbackValues, usedSpace, requestedLocale],
  );
}
