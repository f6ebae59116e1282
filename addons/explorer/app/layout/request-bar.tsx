/**
 * The request bar: the editable URL of the request, and status, time, size and complexity of the answer.
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { readTypedTarget } from '../address/typed-target.js';
import { formatBytes, formatMilliseconds } from '../parts/format.js';
import { answer, endpoint, goToTarget, isAsking, place, resendRequest, sent, space } from '../state.js';
import { Meter } from '../understand/meter.js';
import { closeQuery, openQuery } from './keys.js';
import { LocaleChoice } from './locale-choice.js';
import { SearchBox } from './search-box.js';

/** Commits the value in the focused input of the query: some browsers keep the focus there when a button is pressed. */
function commitTypedValue(): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.closest('.ask') !== null) activeElement.blur();
}

export function RequestBar() {
  const [text, setText] = useState(sent.value);
  useEffect(() => setText(sent.value), [sent.value]);
  /** The typed text and the request that it replaces; text typed over an older request is ignored. */
  const edited = useRef<{ readonly text: string; readonly replacedTarget: string } | undefined>(undefined);
  /** The request when the pointer pressed Send: the press may commit a value of the query, which changes the request. */
  const targetAtPress = useRef<string | undefined>(undefined);
  const usedSpace = space.value;
  if (usedSpace === undefined) return <header class="request" />;
  const submit = (event: Event): void => {
    event.preventDefault();
    const previousTarget = targetAtPress.current ?? sent.value;
    targetAtPress.current = undefined;
    commitTypedValue();
    // The committed value has sent its request.
    if (sent.value !== previousTarget) return;
    const hasEdit = edited.current?.replacedTarget === sent.value;
    const typedTarget = hasEdit ? readTypedTarget(edited.current?.text ?? '', usedSpace.root) : sent.value;
    if (typedTarget === sent.value) resendRequest();
    else goToTarget(typedTarget);
  };
  const canAsk = endpoint.value.kind !== 'root' && endpoint.value.kind !== 'unknown';
  return (
    <header class="request">
      <div class="above">
        <SearchBox />
        <LocaleChoice />
      </div>
      <form
        class="url"
        onSubmit={submit}
        onKeyDown={() => {
          targetAtPress.current = undefined;
        }}
        aria-label="Request"
      >
        <span class="method" aria-hidden="true">
          GET
        </span>
        <label class="base" for="target" title={`/${usedSpace.root}`}>
          <span class="hidden">Path and query below </span>/{usedSpace.root}
        </label>
        <input
          id="target"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            edited.current = { text: event.currentTarget.value, replacedTarget: sent.value };
          }}
          placeholder="/"
          spellcheck={false}
          autocomplete="off"
          autocapitalize="off"
        />
        <button
          type="submit"
          class="button primary"
          onPointerDown={() => {
            targetAtPress.current = sent.value;
          }}
        >
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
            <span class="faint encoded">
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
