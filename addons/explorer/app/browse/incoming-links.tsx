/**
 * Items that link to an item: the first ones of each relationship that can lead to its type. Also its similar items.
 */
import { useEffect, useState } from 'preact/hooks';
import { encodePathPart, encodeQueryPart } from '../address/encode.js';
import type { Param } from '../address/place.js';
import { sendRequest } from '../api/ask.js';
import { storeTitles } from '../api/labels.js';
import { type Document, type Identifier, type Linkage, resourceKey } from '../model/resource.js';
import {
  type DescribedSpace,
  type DescribedType,
  findTitleField,
  findType,
  inverseSource,
  listRelationships,
  SIMILAR,
} from '../model/space.js';
import { formatCount } from '../parts/format.js';
import { hrefOf, linkTo, locale, localeParams, space } from '../state.js';
import { Chip } from './chips.js';

const itemsMaximum = 8;

interface LinkingItems {
  readonly type: string;
  readonly field: string;
  readonly linkage: Linkage;
}

const linkFilter = (field: string, id: string): Param => [`filter[${field}][id][_eq]`, id];

async function fetchLinkingItems(
  usedSpace: DescribedSpace,
  target: Identifier,
  localeCode: string | undefined,
): Promise<readonly LinkingItems[]> {
  const language = localeCode === undefined ? '' : `&localeCode=${encodeQueryPart(localeCode)}`;
  const fetchList = async (type: DescribedType, path: string, field?: string): Promise<Document> => {
    // Request the relationship too: items of two target types may have the same id, so the type must be compared.
    const fields = [findTitleField(type), field].filter((name) => name !== undefined).join(',');
    const { document } = await sendRequest(
      usedSpace,
      `${path}fields[${type.name}]=${fields}&page[limit]=${itemsMaximum}${language}`,
    );
    storeTitles(usedSpace, document.data, localeCode);
    return document;
  };
  const ownType = findType(usedSpace, target.type);
  // The item shows the links of its inverse relationships itself.
  const shownSources = new Set((ownType?.fields ?? []).map(inverseSource));
  const requests = usedSpace.types.flatMap((type) =>
    listRelationships(type)
      .filter(({ name, to }) => to.includes(target.type) && !shownSources.has(`${type.name}.${name}`))
      .map(async (field): Promise<LinkingItems> => {
        const [name, id] = linkFilter(field.name, target.id);
        const document = await fetchList(type, `/${type.name}?${name}=${encodeQueryPart(id)}&`, field.name);
        const data = document.data.filter((resource) => mayLinkTo(resource.relationships.get(field.name), target));
        return { type: type.name, field: field.name, linkage: { data, total: data.length === 0 ? 0 : document.total } };
      }),
  );
  if (ownType?.similar === true) {
    const { data, total } = await fetchList(ownType, `/${ownType.name}/${encodePathPart(target.id)}/${SIMILAR}?`);
    requests.unshift(Promise.resolve({ type: ownType.name, field: SIMILAR, linkage: { data, total } }));
  }
  return (await Promise.all(requests)).filter(({ linkage }) => linkage.data.length > 0);
}

/** @returns false only if the linkage is complete and does not have the item; long linkages are cut */
const mayLinkTo = (linkage: Linkage | undefined, target: Identifier): boolean =>
  linkage === undefined ||
  linkage.data.some((other) => resourceKey(other) === resourceKey(target)) ||
  (linkage.total ?? 0) > linkage.data.length;

export function IncomingLinks({ resource }: { readonly resource: Identifier }) {
  const [linkingItems, setLinkingItems] = useState<readonly LinkingItems[] | undefined>(undefined);
  const key = resourceKey(resource);
  useEffect(() => {
    let isCurrent = true;
    const usedSpace = space.value;
    setLinkingItems(undefined);
    if (usedSpace !== undefined) {
      void fetchLinkingItems(usedSpace, resource, locale.value).then((linkingGroups) => {
        if (isCurrent) setLinkingItems(linkingGroups);
      });
    }
    return () => {
      isCurrent = false;
    };
  }, [key, space.value, locale.value]);
  const similar = linkingItems?.filter(({ field }) => field === SIMILAR) ?? [];
  const linkingGroups = linkingItems?.filter(({ field }) => field !== SIMILAR);
  return (
    <>
      {similar.length > 0 && <Group title="Similar" id="similar" resource={resource} linkingItems={similar} />}
      <Group title="Links to this item" id="pointed-at" resource={resource} linkingItems={linkingGroups} />
    </>
  );
}

interface LinkingRowProps extends LinkingItems {
  readonly resource: Identifier;
}

function LinkingRow({ type, field, linkage, resource }: LinkingRowProps) {
  const name = field === SIMILAR ? type : `${type}.${field}`;
  const href =
    field === SIMILAR
      ? linkTo([type, resource.id, SIMILAR])
      : hrefOf({ path: [type], params: [...localeParams.value, linkFilter(field, resource.id)] });
  const restCount = (linkage.total ?? 0) - linkage.data.length;
  return (
    <div class="field">
      <dt>
        <a href={href}>{name}</a>
        <span class="kind">{formatCount(linkage.total ?? linkage.data.length)}</span>
      </dt>
      <dd>
        <span class="chips">
          {linkage.data.map((identifier) => (
            <Chip key={resourceKey(identifier)} identifier={identifier} />
          ))}
          {restCount > 0 && (
            <a class="chip more" href={href}>
              +{formatCount(restCount)}
              <span class="hidden"> more of {name}</span>
            </a>
          )}
        </span>
      </dd>
    </div>
  );
}

interface GroupProps {
  readonly title: string;
  readonly id: string;
  readonly resource: Identifier;
  readonly linkingItems: readonly LinkingItems[] | undefined;
}

function Group({ title, id, resource, linkingItems }: GroupProps) {
  return (
    <section class="pointed-at" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {linkingItems?.length === 0 && <p class="note">No item links to this one.</p>}
      <dl>
        {linkingItems?.map((items) => (
          <LinkingRow key={`${items.type}.${items.field}`} resource={resource} {...items} />
        ))}
      </dl>
    </section>
  );
}
