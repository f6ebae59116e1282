/**
 * What the server says is wrong, with the parameter it means, and what can be done.
 */
import { parameterOf, Remedy } from '../ask/problem.js';
import { type JsonObject, textAt } from '../model/resource.js';
import { answer, askAgain } from '../state.js';

/** No answer, too many requests, and a server that has no time or no snapshot yet. */
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
