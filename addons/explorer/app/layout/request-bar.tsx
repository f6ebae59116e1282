/**
 * The request bar: the editable URL of the request, and status, time, size and complexity of the answer.
 */
import { useEffect, useState } from 'preact/hooks';
import { formatBytes, formatMilliseconds } from '../parts/format.js';
import { answer, endpoint, goToTarget, isAsking, place, resendRequest, sent, space } from '../state.js';
import { Meter } from '../understand/meter.js';
import { closeQuery, openQuery } from './keys.js';
import { LocaleChoice } from './locale-choice.js';
import { SearchBox } from './search-box.js';

const withoutRoot = (text: string, root: string): string => {
  const localText = text.trim().replace(/^(?:GET\s+)?(?:https?:\/\/[^/?#]*)?/i, '');
  const rootStart = `${localText}/`.indexOf(`/${root}/`);
  return rootStart < 0 ? localText : localText.slice(rootStart + root.length + 1);
};

export function RequestBar() {
  const [text, setText] = useState(sent.value);
  useEffect(() => setText(sent.value), [sent.value]);
  const usedSpace = space.value;
  if (usedSpace === undefined) return <header class="request" />;
  const submit = (event: Event): void => {
    event.preventDefault();
    const typedTarget = withoutRoot(text, usedSpace.root);
    if (typedTarget === sent.value || (typedTarget === '' && sent.value === '')) resendRequest();
    else goToTarget(typedTarget);
  };
  const canAsk = endpoint.value.kind !== 'root' && endpoint.value.kind !== 'unknown';
  return (
    <header class="request">
      <div class="above">
        <SearchBox />
        <LocaleChoice />
      </div>
      <form class="url" onSubmit={submit} aria-label="Request">
        <span class="method" aria-hidden="true">
          GET
        </span>
        <label class="base" for="target" title={`/${usedSpace.root}`}>
          <span class="hidden">Path and query below </span>/{usedSpace.root}
        </label>
        <input
          id="target"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          placeholder="/"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
        />
        <button type="submit" class="button primary">
          Send
        </button>
        {canAsk && (
          <button
            type="button"
            class="button"
            aria-pressed={place.value.ask}
            onClick={() => (place.value.ask ? closeQuery() : openQuery())}
          >
            Query
          </button>
        )}
      </form>
      <Facts />
    </header>
  );
}

function Facts() {
  const currentAnswer = answer.value;
  if (currentAnswer === undefined) return <div class="facts" aria-busy={isAsking.value} />;
  const isSuccess = currentAnswer.status >= 200 && currentAnswer.status < 300;
  return (
    <div class="facts" aria-busy={isAsking.value}>
      <span class={isSuccess ? 'status good' : 'status bad'}>
        <span class="hidden">Status </span>
        {currentAnswer.status === 0 ? 'no answer' : currentAnswer.status}
      </span>
      <span>
        <span class="hidden">Answered in </span>
        <b>{formatMilliseconds(currentAnswer.ms)}</b>
      </span>
      <span>
        <b>{formatBytes(currentAnswer.bytes)}</b>
        {currentAnswer.coding !== undefined &&
          currentAnswer.encodedBytes !== undefined &&
          currentAnswer.encodedBytes > 0 && (
            <span class="faint">
              {' '}
              as {formatBytes(currentAnswer.encodedBytes)} {currentAnswer.coding}
            </span>
          )}
      </span>
      <Meter />
      {currentAnswer.etag !== undefined && (
        <span class="etag">
          <span class="faint">ETag</span> <code>{currentAnswer.etag}</code>
        </span>
      )}
    </div>
  );
}
