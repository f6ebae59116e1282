/**
 * The reference: a page for each endpoint with its parameters, each with an example from the content to try in place.
 */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JsonObject } from '../model/resource.js';
import { type DescribedType, fieldNamed, isRelationship } from '../model/space.js';
import { go, hrefOf, localeParams, request, sent, space, types } from '../state.js';
import { Answered } from './answered.js';
import { documentOf, loadDocument, operationAt, templateOf, valueIn } from './described.js';
import { Endpoints } from './endpoints.js';
import { Overview } from './overview.js';
import { pressed, TrialRow } from './trial-row.js';
import { type Trials, trialsOf, triedBy } from './trials.js';

export function Reference() {
  const of = space.value;
  // Started during rendering instead of an effect, to save a frame; repeated calls do nothing.
  if (of !== undefined) void loadDocument(of);
  const document = of === undefined ? undefined : documentOf(of);
  if (of === undefined || document === undefined) return <p class="note">…</p>;
  if (typeof document === 'string')
    return (
      <p class="note" role="alert">
        {document}{' '}
        <button type="button" class="button" onClick={() => void loadDocument(of, true)}>
          Try again
        </button>
      </p>
    );
  const { path } = request.value;
  return (
    <div class="reference">
      {path.length === 0 ? (
        <Overview document={document} of={of} />
      ) : (
        <EndpointPage key={templateOf(path)} document={document} />
      )}
    </div>
  );
}

/** Number of groups above which the page has a search input. */
const manyGroups = 12;

function EndpointPage({ document }: { readonly document: JsonObject }) {
  const { path, params } = request.value;
  const template = templateOf(path);
  const of = types.value;
  const [text, setText] = useState('');
  const operation = useMemo(() => operationAt(document, template), [document, template]);
  const groups = useMemo(() => (operation === undefined ? [] : trialsOf(operation, of)), [operation, of]);
  if (operation === undefined)
    return (
      <p class="note">
        This space has no endpoint <code>{template}</code>. <a href={hrefOf({}, { tab: 'docs' })}>All endpoints</a>
      </p>
    );
  const [target, id] = pressed.value;
  const tried = target === sent.value ? id : triedBy(params, groups);
  const wanted = text.trim().toLowerCase();
  const found = groups.filter(({ title, trials }) =>
    `${title} ${trials.map(({ id, words }) => `${id} ${words}`).join(' ')}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <p class="lead">{operation.summary}.</p>
      <Endpoints document={document} type={path[0] ?? ''} current={template} />
      {path[1] !== undefined && <ItemId id={path[1]} />}
      <section aria-label="Answer">{tried === undefined && <Answered />}</section>
      {groups.length > 0 && <h2>Parameters</h2>}
      {groups.length > manyGroups && (
        <input
          type="search"
          aria-label="Find a parameter"
          placeholder="Find a field or a parameter"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      )}
      {found.map((group) => (
        <Group
          key={group.title}
          group={group}
          tried={tried}
          type={of.length === 1 ? of[0] : undefined}
          document={document}
        />
      ))}
      {found.length === 0 && groups.length > 0 && <p class="note">No parameter matches.</p>}
    </>
  );
}

/** The input for the id in the path. */
function ItemId({ id }: { readonly id: string }) {
  const { path, params } = request.value;
  const ask = (event: SubmitEvent): void => {
    event.preventDefault();
    const given = event.currentTarget instanceof HTMLFormElement ? new FormData(event.currentTarget).get('id') : '';
    if (typeof given === 'string' && given !== '') go(hrefOf({ path: path.with(1, given), params }, { tab: 'docs' }));
  };
  return (
    <form class="trial" onSubmit={ask} aria-label="Item">
      <span class="words">id of the item</span>
      <code>{'{id}'}</code>
      <input key={id} name="id" aria-label="Id" defaultValue={id} spellcheck={false} autocomplete="off" />
      <button type="submit" class="button">
        Try
      </button>
    </form>
  );
}

interface GroupProps {
  readonly group: Trials;
  readonly tried: string | undefined;
  /** The type of the items; undefined if there are several. */
  readonly type: DescribedType | undefined;
  readonly document: JsonObject;
}

function Group({ group, tried, type, document }: GroupProps) {
  const { title, trials } = group;
  const has = trials.some(({ id }) => id === tried);
  const [isOpen, setOpen] = useState(has);
  useEffect(() => {
    if (has) setOpen(true);
  }, [has]);
  const field = fieldNamed(type, group.field);
  const value = type === undefined || field === undefined ? undefined : valueIn(document, type.name, field.name);
  const to = field !== undefined && isRelationship(field) ? field.to : [];
  return (
    <details class="trials" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{title}</b>
        <span class="kind">{field === undefined ? '' : to.length > 0 ? to.join(', ') : field.type}</span>
        {value !== undefined && value !== null && <code class="faint">{JSON.stringify(value)}</code>}
        <span class="number faint">{trials.length}</span>
      </summary>
      {isOpen && (
        <>
          {to.map((name) => (
            <p key={name}>
              To filter by fields of{' '}
              <a href={hrefOf({ path: [name], params: localeParams.value }, { tab: 'docs' })}>{name}</a>, use{' '}
              <code>{`filter[${title}][<field>][<operator>]`}</code>
            </p>
          ))}
          <ul>
            {trials.map((trial) => (
              <TrialRow key={trial.id} trial={trial} isTried={trial.id === tried} field={field} />
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
