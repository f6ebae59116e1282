/**
 * The errors of an answer: title, code, parameter and detail, with buttons to apply a suggestion or to retry.
 */
import { parameterOf, Remedy } from '../ask/problem.js';
import { type JsonObject, textAt } from '../model/resource.js';
import { answer, askAgain } from '../state.js';

/** Statuses that may be temporary: no answer, too many requests, and a server without time or snapshot. */
const passing = [0, 429, 503];

export function Errors({ errors }: { readonly errors: readonly JsonObject[] }) {
  return (
    <div role="alert">
      <ul class="errors">
        {errors.map((error, place) => (
          <li key={String(place)}>
            <h2>
              {textAt(error, 'title')} <code>{textAt(error, 'code')}</code>
            </h2>
            {parameterOf(error) !== '' && (
              <p>
                <code class="parameter">{parameterOf(error)}</code>
              </p>
            )}
            <p>{textAt(error, 'detail')}</p>
            <Remedy error={error} />
          </li>
        ))}
      </ul>
      {passing.includes(answer.value?.status ?? 200) && (
        <button type="button" class="button primary" onClick={askAgain}>
          Retry
        </button>
      )}
    </div>
  );
}
