/**
 * The controls for `page[limit]` and `page[skip]`: the shown part of the list.
 */
import { change, description, query } from '../state.js';
import { invalidAttributes, Problem } from './problem.js';

export function PageWindow() {
  const { limit, skip } = query.value;
  const usual = description.value?.limits.pageLimitDefault ?? 0;
  const text = (value: string): string | undefined => (value.trim() === '' ? undefined : value.trim());
  return (
    <section class="ask-part">
      <h3>Page</h3>
      <div class="window">
        <label>
          limit
          <input
            inputMode="numeric"
            placeholder={String(usual)}
            value={limit ?? ''}
            {...invalidAttributes(['page[limit]'])}
            onChange={(event) => change({ limit: text(event.currentTarget.value), skip: undefined })}
          />
        </label>
        <label>
          skip
          <input
            inputMode="numeric"
            placeholder="0"
            value={skip ?? ''}
            {...invalidAttributes(['page[skip]'])}
            onChange={(event) => change({ skip: text(event.currentTarget.value) })}
          />
        </label>
      </div>
      <Problem parameters={['page[limit]']} />
      <Problem parameters={['page[skip]']} />
    </section>
  );
}
