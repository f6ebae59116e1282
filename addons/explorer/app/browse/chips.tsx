/**
 * Chips: short links to related items, labelled with their titles, and the page of a linkage endpoint.
 */
import { useEffect } from 'preact/hooks';
import { labelOf, labelsVersion, want } from '../api/labels.js';
import { type Identifier, keyOf, type Linkage } from '../model/resource.js';
import { count } from '../parts/format.js';
import { answer, linkTo, locale, space } from '../state.js';
import { Pager } from './columns.js';

export function Chip({ identifier }: { readonly identifier: Identifier }) {
  const of = space.value;
  const label = of === undefined ? undefined : labelOf(of, identifier, locale.value);
  // Reading the signal renders the chip again when its title arrives.
  if (label === undefined || label === '') labelsVersion.value;
  return (
    <a class="chip" href={linkTo([identifier.type, identifier.id])} title={keyOf(identifier)} dir="auto">
      {label === '' ? `${identifier.type} ${identifier.id}` : (label ?? identifier.id)}
    </a>
  );
}

interface ChipListProps {
  readonly linkage: Linkage | undefined;
  /** Path of the list of related items. */
  readonly path: readonly string[];
  /** Largest number of chips. */
  readonly most: number;
}

/** Chips with the titles that have arrived; the caller requests the missing ones with `useNames`. */
export function chipList({ linkage, path, most }: ChipListProps) {
  const shown = linkage?.data.slice(0, most) ?? [];
  const total = linkage?.total ?? shown.length;
  if (shown.length === 0 && total === 0) return <span class="empty">—</span>;
  return (
    <span class="chips">
      {shown.map((identifier) => (
        <Chip key={keyOf(identifier)} identifier={identifier} />
      ))}
      {total > shown.length && (
        <a class="chip more" href={linkTo(path)}>
          {shown.length === 0 ? count(total) : `+${count(total - shown.length)}`}
          <span class="hidden"> more of {path.at(-1)}</span>
        </a>
      )}
    </span>
  );
}

/** Chips that request their missing titles. */
export function Chips(props: ChipListProps) {
  useNames(props.linkage?.data.slice(0, props.most) ?? []);
  return chipList(props);
}

/** Requests the missing titles of the items while the component is shown. */
export function useNames(identifiers: readonly Identifier[]): void {
  const key = identifiers.map(keyOf).join('\n');
  useEffect(() => {
    if (space.value !== undefined) want(space.value, identifiers, locale.value);
  }, [key, space.value, locale.value]);
}

/** The answer of a linkage endpoint, which has types and ids only. */
export function Linked() {
  const document = answer.value?.document;
  if (document === undefined) return null;
  return (
    <>
      <p class="linked">
        <Chips linkage={{ data: document.data, total: document.data.length }} path={[]} most={document.data.length} />
      </p>
      <Pager />
    </>
  );
}
