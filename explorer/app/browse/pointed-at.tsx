/**
 * What points at an item: of each relationship that may lead to its type, the first items that do.
 */
import { useEffect, useState } from 'preact/hooks';
import { queryPart } from '../address/encode.js';
import type { Param } from '../address/place.js';
import { ask } from '../api/ask.js';
import { learn } from '../api/labels.js';
import { type Identifier, keyOf, type Linkage } from '../model/resource.js';
import { type DescribedSpace, relationshipsOf, titleField } from '../model/space.js';
import { hrefOf, locale, localeParams, space } from '../state.js';
import { Chip } from './chips.js';

const shownOfEach = 8;

interface Pointing {
  readonly type: string;
  readonly field: string;
  readonly linkage: Linkage;
}

const filterOf = (field: string, id: string): Param => [`filter[${field}][id][_eq]`, id];

async function pointingAt(
  of: DescribedSpace,
  target: Identifier,
  localeCode: string | undefined,
): Promise<readonly Pointing[]> {
  const language = localeCode === undefined ? '' : `&localeCode=${queryPart(localeCode)}`;
  const asked = of.types.flatMap((type) =>
    relationshipsOf(type)
      .filter(({ to }) => to.includes(target.type))
      .map(async (field): Promise<Pointing> => {
        const title = titleField(type);
        // The relationship is asked for too: where it leads to several types, another's item may have the same id.
        const fields = [title, field.name].filter((name) => name !== undefined).join(',');
        const [name, id] = filterOf(field.name, target.id);
        const search = `${name}=${queryPart(id)}&fields[${type.name}]=${fields}&page[limit]=${shownOfEach}${language}`;
        const { document } = await ask(of, `/${type.name}?${search}`);
        learn(of, document.data, localeCode);
        const data = document.data.filter((resource) => leadsTo(resource.relationships.get(field.name), target));
        return { type: type.name, field: field.name, linkage: { data, total: data.length === 0 ? 0 : document.total } };
      }),
  );
  return (await Promise.all(asked)).filter(({ linkage }) => linkage.data.length > 0);
}

/** Whether the linkage shows the item; of a long one only the beginning is shown, which proves nothing. */
const leadsTo = (linkage: Linkage | undefined, target: Identifier): boolean =>
  linkage === undefined ||
  linkage.data.some((other) => keyOf(other) === keyOf(target)) ||
  (linkage.total ?? 0) > linkage.data.length;

export function PointedAt({ resource }: { readonly resource: Identifier }) {
  const [found, setFound] = useState<readonly Pointing[] | undefined>(undefined);
  const key = keyOf(resource);
  useEffect(() => {
    let isShown = true;
    const of = space.value;
    setFound(undefined);
    if (of !== undefined) {
      void pointingAt(of, resource, locale.value).then((pointing) => {
        if (isShown) setFound(pointing);
      });
    }
    return () => {
      isShown = false;
    };
  }, [key, space.value, locale.value]);
  return (
    <section class="pointed-at" aria-labelledby="pointed-at">
      <h2 id="pointed-at">What points here</h2>
      {found?.length === 0 && <p class="note">No item links to this one.</p>}
      <dl>
        {found?.map(({ type, field, linkage }) => (
          <div key={`${type}.${field}`} class="field">
            <dt>
              <a href={hrefOf({ path: [type], params: [...localeParams.value, filterOf(field, resource.id)] })}>
                {type}.{field}
              </a>
              <span class="kind">{linkage.total}</span>
            </dt>
            <dd>
              <span class="chips">
                {linkage.data.map((identifier) => (
                  <Chip key={keyOf(identifier)} identifier={identifier} />
                ))}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
