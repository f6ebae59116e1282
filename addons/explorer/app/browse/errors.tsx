/**
 * The errors of an answer: title, code, parameter and detail, with buttons to apply a suggestion or to retry.
 */
import { isClaimed } from '../ask/claimed-errors.js';
import { Remedies, readParameter } from '../ask/problem.js';
import { type JsonObject, readText } from '../model/resource.js';
import { QuietButton } from '../parts/controls.js';
import { answer, resendRequest } from '../state.js';
import { NearItems } from './near-items.js';

/** Statuses that may be temporary: no answer, too many requests, and a server without time or snapshot. */
const temporaryStatuses = [0, 429, 503];

export function Errors({ errors }: { readonly errors: readonly JsonObject[] }) {
  const ownErrors = errors.filter((error) => !isClaimed(readParameter(error)));
  const claimedCount = errors.length - ownErrors.length;
  return (
    <div role="alert">
      {claimedCount > 0 && (
        <p class="refused">
          The server refused the request. {claimedCount === 1 ? 'The error is' : `${claimedCount} errors are`} next to
          the control in the query.{' '}
          <QuietButton onPress={() => document.querySelector('.ask .problem')?.scrollIntoView({ block: 'center' })}>
            Show
          </QuietButton>
        </p>
      )}
      {ownErrors.length > 0 && (
        <ul class="errors">
          {ownErrors.map((error, index) => (
            <li key={String(index)}>
              <h2>
                {readText(error, 'title')} <code>{readText(error, 'code')}</code>
              </h2>
              {readParameter(error) !== '' && (
                <p>
                  <code class="parameter">{readParameter(error)}</code>
                </p>
              )}
              <p>{readText(error, 'detail')}</p>
              <Remedies error={error} />
              {readText(error, 'code') === 'ItemNotFound' && <NearItems />}
            </li>
          ))}
        </ul>
      )}
      {temporaryStatuses.includes(answer.value?.status ?? 200) && (
        <button type="button" class="button primary" onClick={resendRequest}>
          Retry
        </button>
      )}
    </div>
  );
}
