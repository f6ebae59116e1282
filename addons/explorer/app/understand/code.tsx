/**
 * The tab with code: the request as a short program for each of the common clients, with a button to copy it.
 */
import { useState } from 'preact/hooks';
import { endpoint, query, request, rootOf, sent, space } from '../state.js';
import { CLIENTS, type Client, writeSnippet } from './snippets.js';

export function Code() {
  const [client, choose] = useState<Client>('curl');
  const [copied, setCopied] = useState('');
  const of = space.value;
  if (of === undefined) return null;
  const text = writeSnippet(client, {
    root: rootOf(of),
    target: sent.value,
    path: request.value.path,
    params: request.value.params,
    query: query.value,
    endpoint: endpoint.value,
    space: of,
  });
  return (
    <div class="code">
      <fieldset class="clients">
        <legend class="hidden">Client</legend>
        {CLIENTS.map((name) => (
          <label key={name}>
            <input type="radio" name="client" checked={name === client} onChange={() => choose(name)} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <div class="snippet">
        <button
          type="button"
          class="button"
          onClick={() => {
            void navigator.clipboard.writeText(text).then(() => setCopied(text));
          }}
        >
          {copied === text ? 'Copied' : 'Copy'}
        </button>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas need keyboard focus */}
        <pre tabIndex={0}>
          <code>{text}</code>
        </pre>
      </div>
    </div>
  );
}
