/**
 * Chips: short links to related items, labelled with their titles, and the page of a linkage endpoint.
 */
import { useEffect } from 'preact/hooks';
import { findLabel, labelsVersion, requestTitles } from '../api/labels.js';
import { type Identifier, type Linkage, resourceKey } from '../model/resource.js';
import { formatCount } from '../parts/format.js';
import { answer, linkTo, locale, space } from '../state.js';
import { Pager } from './columns.js';

/** Characters of the beginning and the end of a long id, which fit into the narrowest chip. */
const idStart = 3;
const idEnd = 11;

/** @returns the id; a long one without its middle, because ids of components differ at their ends */
const shortenId = (id: string): string =>
  id.length <= idStart + idEnd + 1 ? id : `${id.slice(0, idStart)}…${id.slice(-idEnd)}`;

export function Chip({ identifier }: { readonly identifier: Identifier }) {
  const usedSpace = space.value;
  const label = usedSpace === undefined ? undefined : findLabel(usedSpace, identifier, locale.value);
  // Reading the signal renders the chip again when its title arrives.
  if (label === undefined || label === '') labelsVersion.value;
  const key = resourceKey(identifier);
  // A long label is cut, so the tooltip has all of it.
  const title = label === undefined || label === '' ? key : `${label} (${key})`;
  return (
    <a class="chip" href={linkTo([identifier.type, identifier.id])} title={title} dir="auto">
      {label === '' ? `${shortenId(identifier.id)} ${identifier.type}` : (label ?? identifier.id)}
    </a>
  );
}

interface ChipListProps {
  readonly linkage: Linkage | undefined;
  /** Path of the list of related items. */
  readonly path: readonly string[];
  /** Largest number of chips. */
  readonly maximum: number;
}

/** Chips with the titles that have arrived; the caller requests the missing ones with `useTitles`. */
export function chipList({ linkage, path, maximum }: ChipListProps) {
  const shownIdentifiers = linkage?.data.slice(0, maximum) ?? [];
  const total = linkage?.total ?? shownIdentifiers.length;
  if (shownIdentifiers.length === 0 && total === 0) return <span class="empty">—</span>;
  return (
    <span class="chips">
      {shownIdentifiers.map((identifier) => (
        <Chip key={resourceKey(identifier)} identifier={identifier} />
      ))}
      {total > shownIdentifiers.length && (
        <a class="chip more" href={linkTo(path)}>
          {shownIdentifiers.length === 0 ? formatCount(total) : `+${formatCount(total - shownIdentifiers.length)}`}
          <span class="hidden"> more of {path.at(-1)}</span>
        </a>
      )}
    </span>
  );
}

/** Chips that request their missing titles. */
export function Chips(props: ChipListProps) {
  useTitles(props.linkage?.data.slice(0, props.maximum) ?? []);
  return chipList(props);
}

/** Requests the missing titles of the items while the component is shown. */
export function useTitles(identifiers: readonly Identifier[]): void {
  const key = identifiers.map(resourceKey).join('\n');
  useEffect(() => {
    if (space.value !== undefined) requestTitles(space.value, identifiers, locale.value);
  }, [key, space.value, locale.value]);
}

/** The answer of a linkage endpoint, which has types and ids only. */
export function LinkageView() {
  const document = answer.value?.document;
  if (document === undefined) return null;
  return (
    <>
      <p class="linked">
        <Chips
          linkage={{ data: document.data, total: document.data.length }}
          path={[]}
          maximum={document.data.length}
        />
      </p>
      <Pager />
    </>
  );
}
