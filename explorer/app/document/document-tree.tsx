/**
 * The document as it came, folded, and searched.
 */
import { useMemo, useState } from 'preact/hooks';
import { counted } from '../parts/format.js';
import { JsonNode } from './json-node.js';
import { type Matches, matchesIn } from './matches.js';

export function DocumentTree({ json }: { readonly json: unknown }) {
  const [text, setText] = useState('');
  const [isRaw, setRaw] = useState(false);
  const matches = useMemo((): Matches | undefined => (text === '' ? undefined : matchesIn(json, text)), [json, text]);
  return (
    <div class="document">
      <div class="document-bar">
        <label>
          <span class="hidden">Find in the document</span>
          <input
            type="search"
            placeholder="Find in the document"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
        <span class="faint" role="status">
          {matches === undefined ? '' : counted(matches.found.size, 'match', 'matches')}
        </span>
        <button type="button" class="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          Unfolded
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => void navigator.clipboard.writeText(JSON.stringify(json, undefined, 2))}
        >
          Copy
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard */}
      <section class="json" tabIndex={0} aria-label="Document">
        {isRaw ? (
          <pre>{JSON.stringify(json, undefined, 2)}</pre>
        ) : (
          <JsonNode name={undefined} value={json} path="" depth={0} matches={matches} />
        )}
      </section>
    </div>
  );
}
