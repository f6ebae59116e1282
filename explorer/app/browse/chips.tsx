/**
 * Related items as chips that lead to them.
 */
import { useEffect } from 'preact/hooks';
import { labelOf, labelsVersion, want } from '../api/labels.js';
import { type Identifier, keyOf, type Linkage } from '../model/resource.js';
import { count } from '../parts/format.js';
import { hrefOf, query, space } from '../state.js';

export function Chip({ identifier }: { readonly identifier: Identifier }) {
  const of = space.value;
  // Read for its change.
  labelsVersion.value;
  const label = of === undefined ? undefined : labelOf(of, identifier, query.value.locale);
  const isNamed = label !== undefined && label !== '';
  return (
    <a class="chip" href={hrefOf({ path: [identifier.type, identifier.id] })} title={keyOf(identifier)}>
      <bdi>{isNamed ? label : identifier.id}</bdi>
    </a>
  );
}

interface ChipsProps {
  readonly linkage: Linkage | undefined;
  /** Of the related items as a list. */
  readonly path: readonly string[];
  readonly most: number;
}

export function Chips({ linkage, path, most }: ChipsProps) {
  const shown = linkage?.data.slice(0, most) ?? [];
  const key = shown.map(keyOf).join('\n');
  useEffect(() => {
    if (space.value !== undefined) want(space.value, shown, query.value.locale);
  }, [key, space.value, query.value.locale]);
  const total = linkage?.total ?? shown.length;
  if (shown.length === 0 && total === 0) return <span class="empty">—</span>;
  return (
    <span class="chips">
      {shown.map((identifier) => (
        <Chip key={keyOf(identifier)} identifier={identifier} />
      ))}
      {total > shown.length && (
        <a class="chip more" href={hrefOf({ path })}>
          {shown.length === 0 ? count(total) : `+${count(total - shown.length)}`}
          <span class="hidden"> more of {path.at(-1)}</span>
        </a>
      )}
    </span>
  );
}
