/**
 * The JSON document of an answer as a tree with folded members and a search box, or as plain text.
 *
 * Deep members are folded until they are opened, or until the search matches inside them.
 */
import { useMemo, useState } from 'preact/hooks';
import { isObject } from '../model/resource.js';
import { QuietButton } from '../parts/controls.js';
import { formatCounted } from '../parts/format.js';
import { findMatches, type Matches, memberPath } from './matches.js';
import { summarize } from './summarize.js';

interface DocumentTreeProps {
  readonly json: unknown;
  /** Names of outermost members that are folded at first. */
  readonly folded?: readonly string[];
}

const NONE: readonly string[] = [];

export function DocumentTree({ json, folded = NONE }: DocumentTreeProps) {
  const [text, setText] = useState('');
  const [isRaw, setRaw] = useState(false);
  const matches = useMemo((): Matches | undefined => (text === '' ? undefined : findMatches(json, text)), [json, text]);
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
          {matches === undefined ? '' : formatCounted(matches.found.size, 'match', 'matches')}
        </span>
        <button type="button" class="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          Plain text
        </button>
        <QuietButton onPress={() => void navigator.clipboard.writeText(JSON.stringify(json, undefined, 2))}>
          Copy
        </QuietButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas need keyboard focus */}
      <section class="json" tabIndex={0} aria-label="Document">
        {isRaw ? (
          <pre>{JSON.stringify(json, undefined, 2)}</pre>
        ) : (
          <JsonNode name={undefined} value={json} path="" depth={0} matches={matches} folded={folded} />
        )}
      </section>
    </div>
  );
}

interface NodeProps {
  readonly name: string | undefined;
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
  readonly matches: Matches | undefined;
  readonly folded: readonly string[];
}

const openDepth = 2;

function Marked({ text, matches }: { readonly text: string; readonly matches: Matches | undefined }) {
  const matchStart = matches === undefined ? -1 : text.toLowerCase().indexOf(matches.text);
  if (matches === undefined || matchStart < 0) return <>{text}</>;
  const end = matchStart + matches.text.length;
  return (
    <>
      {text.slice(0, matchStart)}
      <mark>{text.slice(matchStart, end)}</mark>
      {text.slice(end)}
    </>
  );
}

function Leaf({ name, value, matches }: Pick<NodeProps, 'name' | 'value' | 'matches'>) {
  const kind = value === null ? 'null' : typeof value;
  return (
    <div class="leaf">
      {name !== undefined && (
        <span class="key">
          <Marked text={name} matches={matches} />:{' '}
        </span>
      )}
      <bdi class={`json-${kind}`}>
        <Marked text={JSON.stringify(value) ?? ''} matches={matches} />
      </bdi>
    </div>
  );
}

function JsonNode({ name, value, path, depth, matches, folded }: NodeProps) {
  const [chosen, choose] = useState<boolean | undefined>(undefined);
  if (typeof value !== 'object' || value === null) return <Leaf name={name} value={value} matches={matches} />;
  const members = Object.entries(value);
  if (members.length === 0) return <Leaf name={name} value={value} matches={undefined} />;
  const isFolded = depth === 1 && name !== undefined && folded.includes(name);
  const isOpenByDefault =
    (depth < openDepth && !isFolded) || (depth === openDepth && isObject(value) && members.length < 8);
  const open = matches?.around.has(path) === true || (chosen ?? isOpenByDefault);
  return (
    <details open={open} onToggle={(event) => choose(event.currentTarget.open)}>
      <summary>
        {name !== undefined && (
          <span class="key">
            <Marked text={name} matches={matches} />:{' '}
          </span>
        )}
        <span class="faint">{open ? (Array.isArray(value) ? '[' : '{') : summarize(value)}</span>
      </summary>
      {open && (
        <div class="members">
          {members.map(([key, member]) => (
            <JsonNode
              key={key}
              name={Array.isArray(value) ? undefined : key}
              value={member}
              path={memberPath(path, key)}
              depth={depth + 1}
              matches={matches}
              folded={folded}
            />
          ))}
        </div>
      )}
    </details>
  );
}
