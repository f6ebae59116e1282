/**
 * The pages of a list.
 */
import { count } from '../parts/format.js';
import { LIMIT_USUAL } from '../query/paging.js';
import { writeQuery } from '../query/write.js';
import { answer, hrefOf, place, query, request } from '../state.js';

export function Pager() {
  const document = answer.value?.document;
  const total = document?.total;
  const limit = Number(query.value.limit ?? LIMIT_USUAL);
  const skip = Number(query.value.skip ?? 0);
  if (document === undefined || total === undefined || limit === 0 || total === 0) return null;
  const to = (from: number): string =>
    hrefOf(
      {
        path: request.value.path,
        params: writeQuery({ ...query.value, skip: from === 0 ? undefined : String(from) }),
      },
      { tab: place.value.tab },
    );
  const last = Math.floor((total - 1) / limit) * limit;
  const step = (label: string, from: number, isThere: boolean) =>
    isThere ? (
      <a class="button" href={to(from)}>
        {label}
      </a>
    ) : (
      <span class="button off" aria-hidden="true">
        {label}
      </span>
    );
  return (
    <nav class="pager" aria-label="Pages">
      <span>
        <b>
          {count(Math.min(skip + 1, total))}–{count(Math.min(skip + document.data.length, total))}
        </b>{' '}
        of {count(total)}
      </span>
      {step('First', 0, skip > 0)}
      {step('Previous', Math.max(0, Math.min(skip, last + limit) - limit), skip > 0)}
      {step('Next', skip + limit, skip + limit < total)}
      {step('Last', last, skip + limit < total)}
    </nav>
  );
}
