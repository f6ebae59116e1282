/**
 * The errors of an answer: title, code, parameter and detail, with buttons to apply a suggestion or to retry, and links to
 * items like a missing one.
 */
import { useEffect, useState } from 'preact/hooks';
import { type Param, writeTarget } from '../address/place.js';
import { sendRequest } from '../api/ask.js';
import { isClaimed } from '../ask/claimed-errors.js';
import { Remedies, readParameter } from '../ask/problem.js';
import { type JsonObject, type Resource, readText, resourceKey } from '../model/resource.js';
import { findTitleField, findType } from '../model/space.js';
import { QuietButton } from '../parts/controls.js';
import { answer, localeParams, request, resendRequest, space } from '../state.js';
import { titleLink } from './search-results.js';

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

const ITEMS_MAXIMUM = '3';
const LENGTH_MAXIMUM = 100;

/** @returns the words of an id: `the-salt-rod` and `theSaltRod` are `the salt rod` */
const readWords = (id: string): string =>
  id
    .slice(0, LENGTH_MAXIMUM)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

/** Links to items that a search for the words of the id in the path finds. */
function NearItems() {
  const [items, setItems] = useState<readonly Resource[]>([]);
  const [typeName, id = ''] = request.value.path;
  const usedSpace = space.value;
  const type = findType(usedSpace, typeName);
  const words = readWords(id);
  useEffect(() => {
    let isCurrent = true;
    setItems([]);
    if (usedSpace === undefined || type === undefined || !type.search || words === '') return undefined;
    const params: readonly Param[] = [
      ...localeParams.value,
      ['filter[_search]', words],
      [`fields[${type.name}]`, findTitleField(type) ?? ''],
      ['page[limit]', ITEMS_MAXIMUM],
    ];
    void sendRequest(usedSpace, writeTarget({ path: [type.name], params })).then(({ document }) => {
      if (isCurrent) setItems(document.data);
    });
    return () => {
      isCurrent = false;
    };
  }, [usedSpace, type, words, localeParams.value]);
  if (type === undefined || items.length === 0) return null;
  return (
    <>
      <p>Did you mean:</p>
      <ul class="near-items">
        {items.map((item) => (
          <li key={resourceKey(item)}>
            {titleLink(findTitleField(type), item)} <code class="faint">{item.id}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
