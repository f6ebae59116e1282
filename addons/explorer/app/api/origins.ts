/**
 * Origins of values: the locale that a shown value comes from. A value that equals the value of the fallback locale
 * counts as the value of the fallback locale.
 */
import { useCallback, useEffect, useState } from 'preact/hooks';
import { queryPart } from '../address/encode.js';
import { keyOf, type Resource } from '../model/resource.js';
import { type DescribedSpace, fieldNamed, typeNamed } from '../model/space.js';
import { locale, space } from '../state.js';
import { ask } from './ask.js';

export interface Origin {
  /** Locale of the value; undefined if the field is not localized. */
  readonly lang?: string;
  /** The same locale, if it is not the requested one. */
  readonly from?: string;
}
export type Origins = (resource: Resource, field: string) => Origin;

const NONE: Origin = {};

type Others = readonly (readonly [code: string, values: ReadonlyMap<string, Resource>])[];
const NO_OTHERS: Others = [];

/** @returns the fallback locales, the nearest first */
function chainOf(of: DescribedSpace, code: string): readonly string[] {
  const next = of.fallbacks[code];
  return next === undefined ? [] : [next, ...chainOf(of, next)];
}

/** @returns the localized fields of the same resources in another locale */
async function inLocale(
  of: DescribedSpace,
  resources: readonly Resource[],
  code: string,
): Promise<readonly Resource[]> {
  const groups = [...Map.groupBy(resources, ({ type }) => type)];
  const answers = groups.map(([name, some]) => {
    const ids = some.map(({ id }) => `filter[id][_in][]=${queryPart(id)}`).join('&');
    const localized = typeNamed(of, name)?.fields.filter((field) => field.localized === true) ?? [];
    const fields = localized.map((field) => field.name).join(',');
    return ask(
      of,
      `/${name}?${ids}&fields[${name}]=${fields}&page[limit]=${some.length}&localeCode=${queryPart(code)}`,
    );
  });
  return (await Promise.all(answers)).flatMap(({ document }) => document.data);
}

/** @param resources one page of resources; must be the same array while its resources are the same */
export function useOrigins(resources: readonly Resource[]): Origins {
  const of = space.value;
  const asked = locale.value ?? of?.locales[0];
  const [others, setOthers] = useState(NO_OTHERS);
  useEffect(() => {
    let isWanted = true;
    setOthers(NO_OTHERS);
    const localized = resources.filter(({ meta }) => 'locales' in meta);
    const chain = of === undefined || asked === undefined || localized.length === 0 ? [] : chainOf(of, asked);
    if (of !== undefined && chain.length > 0) {
      void Promise.all(chain.map((code) => inLocale(of, localized, code))).then((found) => {
        if (!isWanted) return;
        setOthers(found.map((some, place) => [chain[place] ?? '', new Map(some.map((one) => [keyOf(one), one]))]));
      });
    }
    return () => {
      isWanted = false;
    };
  }, [resources, of, asked]);
  return useCallback(
    (resource, field) => {
      if (asked === undefined || fieldNamed(typeNamed(of, resource.type), field)?.localized !== true) return NONE;
      const value = JSON.stringify(resource.attributes[field]);
      const own = others.findIndex(
        ([, values]) => JSON.stringify(values.get(keyOf(resource))?.attributes[field]) !== value,
      );
      const same = own < 0 ? others : others.slice(0, own);
      const from = same.at(-1)?.[0];
      return from === undefined || value === 'null' ? { lang: asked } : { lang: from, from };
    },
    [others, of, asked],
  );
}
