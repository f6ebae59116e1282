/**
 * The request bar: the editable URL of the request, and status, time, size and complexity of the answer.
 */
import { useEffect, useState } from 'preact/hooks';
import { bytes, milliseconds } from '../parts/format.js';
import { answer, askAgain, endpoint, goToTarget, isAsking, place, sent, space } from '../state.js';
import { Meter } from '../understand/meter.js';
import { closeQuery, openQuery } from './keys.js';
import { SearchBox } from './search-box.js';

const withoutRoot = (text: string, root: string): string => {
  const local = text.trim().replace(/^(?:GET\s+)?(?:https?:\/\/[^/?#]*)?/i, '');
  const at = `${local}/`.indexOf(`/${root}/`);
  return at < 0 ? local : local.slice(at + root.length + 1);
};

export function RequestBar() {
  const [text, setText] = useState(sent.value);
  useEffect(() => setText(sent.value), [sent.value]);
  const shown = space.value;
  if (shown === undefined) return <header class="request" />;
  const submit = (event: Event): void => {
    event.preventDefault();
    const wanted = withoutRoot(text, shown.root);
    if (wanted === sent.value || (wanted === '' && sent.value === '')) askAgain();
    else goToTarget(wanted);
  };
  const canAsk = endpoint.value.kind !== 'root' && endpoint.value.kind !== 'unknown';
  return (
    <header class="request">
      <SearchBox />
      <form class="url" onSubmit={submit} aria-label="Request">
        <span class="method" aria-hidden="true">
          GET
        </span>
        <label class="base" for="target" title={`/${shown.root}`}>
          <span class="hidden">Path and query below </span>/{shown.root}
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
  const found = answer.value;
  if (found === undefined) return <div class="facts" aria-busy={isAsking.value} />;
  const good = found.status >= 200 && found.status < 300;
  return (
    <div class="facts" aria-busy={isAsking.value}>
      <span class={good ? 'status good' : 'status bad'}>
        <span class="hidden">Status </span>
        {found.status === 0 ? 'no answer' : found.status}
      </span>
      <span>
        <span class="hidden">Answered in </span>
        <b>{milliseconds(found.ms)}</b>
      </span>
      <span>
        <b>{bytes(found.bytes)}</b>
        {found.coding !== undefined && found.encodedBytes !== undefined && found.encodedBytes > 0 && (
          <span class="faint">
            {' '}
            as {bytes(found.encodedBytes)} {found.coding}
          </span>
        )}
      </span>
      <Meter />
      {found.etag !== undefined && (
        <span class="etag">
          <span class="faint">ETag</span> <code>{found.etag}</code>
        </span>
      )}
    </div>
  );
}
