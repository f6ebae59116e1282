/**
 * Items that link to an item: the first ones of each relationship that can lead to its type. Also its similar items.
 */
import { useEffect, useState } from 'preact/hooks';
import { pathPart, queryPart } from '../address/encode.js';
import type { Param } from '../address/place.js';
import { ask } from '../api/ask.js';
import { learn } from '../api/labels.js';
import { type Document, type Identifier, keyOf, type Linkage } from '../model/resource.js';
import {
  type DescribedSpace,
  type DescribedType,
  relationshipsOf,
  SIMILAR,
  titleField,
  typeNamed,
} from '../model/space.js';
import { hrefOf, linkTo, locale, localeParams, space } from '../state.js';
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
  const askFor = async (type: DescribedType, path: string, field?: string): Promise<Document> => {
    // Request the relationship too: items of two target types may have the same id, so the type must be compared.
    const fields = [titleField(type), field].filter((name) => name !== undefined).join(',');
    const { document } = await ask(of, `${path}fields[${type.name}]=${fields}&page[limit]=${shownOfEach}${language}`);
    learn(of, document.data, localeCode);
    return document;
  };
  const asked = of.types.flatMap((type) =>
    relationshipsOf(type)
      .filter(({ to }) => to.includes(target.type))
      .map(async (field): Promise<Pointing> => {
        const [name, id] = filterOf(field.name, target.id);
        const document = await askFor(type, `/${type.name}?${name}=${queryPart(id)}&`, field.name);
        const data = document.data.filter((resource) => leadsTo(resource.relationships.get(field.name), target));
        return { type: type.name, field: field.name, linkage: { data, total: data.length === 0 ? 0 : document.total } };
      }),
  );
  const own = typeNamed(of, target.type);
  if (own?.similar === true) {
    const { data, total } = await askFor(own, `/${own.name}/${pathPart(target.id)}/${SIMILAR}?`);
    asked.unshift(Promise.resolve({ type: own.name, field: SIMILAR, linkage: { data, total } }));
  }
  return (await Promise.all(asked)).filter(({ linkage }) => linkage.data.length > 0);
}

/** @returns false only if the linkage is complete and does not have the item; long linkages are cut */
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
  const similar = found?.filter(({ field }) => field === SIMILAR) ?? [];
  const pointing = found?.filter(({ field }) => field !== SIMILAR);
  return (
    <>
      {similar.length > 0 && <Group title="Similar" id="similar" resource={resource} found={similar} />}
      <Group title="Links to this item" id="pointed-at" resource={resource} found={pointing} />
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly id: string;
  readonly resource: Identifier;
  readonly found: readonly Pointing[] | undefined;
}

function Group({ title, id, resource, found }: GroupProps) {
  return (
    <section class="pointed-at" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {found?.length === 0 && <p class="note">No item links to this one.</p>}
      <dl>
        {found?.map(({ type, field, linkage }) => (
          <div key={`${type}.${field}`} class="field">
            <dt>
              {field === SIMILAR ? (
                <a href={linkTo([type, resource.id, SIMILAR])}>{type}</a>
              ) : (
                <a href={hrefOf({ path: [type], params: [...localeParams.value, filterOf(field, resource.id)] })}>
                  {type}.{field}
                </a>
              )}
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
