/**
 * The reference: a page for each endpoint with its parameters, each with an example from the content to try in place.
 */
import { Fragment } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JsonObject } from '../model/resource.js';
import { type DescribedField, type DescribedType, findField, findType, isRelationship } from '../model/space.js';
import { formatCounted } from '../parts/format.js';
import { Name } from '../parts/name.js';
import { go, hrefOf, localeParams, request, sent, space, types } from '../state.js';
import { AnswerPanel } from './answer-panel.js';
import { describeField } from './describe-field.js';
import { Endpoints } from './endpoints.js';
import { findDocument, loadDocument } from './load-document.js';
import { pathTemplate, readExampleValue, readOperation } from './openapi-document.js';
import { Overview } from './overview.js';
import { lastTried, renderDescription, TrialRow, trialNumber } from './trial-row.js';
import { findTriedTrial, groupTrials, listAddedParams, matchTrials, type TrialGroup } from './trials.js';

export function Reference() {
  const usedSpace = space.value;
  // Started during rendering instead of an effect, to save a frame; repeated calls do nothing.
  if (usedSpace !== undefined) void loadDocument(usedSpace);
  const document = usedSpace === undefined ? undefined : findDocument(usedSpace);
  if (usedSpace === undefined || document === undefined) return <p class="note">…</p>;
  if (typeof document === 'string')
    return (
      <p class="note" role="alert">
        {document}{' '}
        <button type="button" class="button" onClick={() => void loadDocument(usedSpace, true)}>
          Try again
        </button>
      </p>
    );
  const { path } = request.value;
  return (
    <div class="reference">
      {path.length === 0 ? (
        <Overview document={document} usedSpace={usedSpace} />
      ) : (
        <EndpointPage key={pathTemplate(path)} document={document} />
      )}
    </div>
  );
}

/** Number of groups above which the page has a search input. */
const searchableGroups = 12;
/** Number of matching trials up to which their groups are opened: drawing a trial takes time. */
const openTrialsMaximum = 24;

function EndpointPage({ document }: { readonly document: JsonObject }) {
  const { path, params } = request.value;
  const template = pathTemplate(path);
  const primaryTypes = types.value;
  const [text, setText] = useState('');
  const operation = useMemo(() => readOperation(document, template), [document, template]);
  const groups = useMemo(
    () => (operation === undefined ? [] : groupTrials(operation, primaryTypes)),
    [operation, primaryTypes],
  );
  if (operation === undefined)
    return (
      <p class="note">
        This space has no endpoint <code>{template}</code>. <a href={hrefOf({}, { tab: 'docs' })}>All endpoints</a>
      </p>
    );
  const ownType = findType(space.value, path[0]);
  const described = ownType?.label === undefined && ownType?.description === undefined ? undefined : ownType;
  const [target, id] = lastTried.value;
  const triedId = target === sent.value ? id : findTriedTrial(params, groups);
  const triedTrial = groups.flatMap(({ trials }) => trials).find((trial) => trial.id === triedId);
  const searchText = text.trim().toLowerCase();
  const labelOf = (field: string | undefined): string => findField(primaryTypes[0], field)?.label ?? '';
  const matchingGroups = matchTrials(groups, searchText, labelOf);
  const matchCount = matchingGroups.reduce((sum, { trials }) => sum + trials.length, 0);
  return (
    <div class="endpoint">
      <div class="parameters">
        {(path.length > 1 || described?.description === undefined) && <p class="lead">{operation.summary}.</p>}
        {described !== undefined && (
          <p class="description" dir="auto">
            <Name named={described} />
            {described.description !== undefined && ` · ${described.description}`}
          </p>
        )}
        <Endpoints document={document} type={path[0] ?? ''} current={template} />
        {path[1] !== undefined && <ItemId id={path[1]} />}
        {groups.length > 0 && (
          <>
            <h2>Parameters</h2>
            <p class="faint">
              Open a field to see its parameters. <b>Try</b> sends the parameter with a value of this content, in place
              of the one tried before.
            </p>
          </>
        )}
        {groups.length > searchableGroups && (
          <input
            type="search"
            aria-label="Find a parameter"
            placeholder="Find a field or a parameter"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
        {matchingGroups.map((group) => (
          <Group
            key={group.title}
            group={group}
            isUnfolded={searchText !== '' && matchCount <= openTrialsMaximum}
            triedId={triedId}
            type={primaryTypes.length === 1 ? primaryTypes[0] : undefined}
            document={document}
          />
        ))}
        {matchingGroups.length === 0 && groups.length > 0 && <p class="note">No parameter matches.</p>}
      </div>
      <AnswerPanel
        document={document}
        operation={operation}
        trialNumber={trialNumber.value}
        added={listAddedParams(triedTrial, params)}
      />
    </div>
  );
}

/** The input for the id in the path. */
function ItemId({ id }: { readonly id: string }) {
  const { path, params } = request.value;
  const submitId = (event: SubmitEvent): void => {
    event.preventDefault();
    const typedId = event.currentTarget instanceof HTMLFormElement ? new FormData(event.currentTarget).get('id') : '';
    if (typeof typedId === 'string' && typedId !== '')
      go(hrefOf({ path: path.with(1, typedId), params }, { tab: 'docs' }));
  };
  return (
    <form class="trial" onSubmit={submitId} aria-label="Item">
      <span class="words">id of the item</span>
      <code>{'{id}'}</code>
      <input key={id} name="id" aria-label="Id" defaultValue={id} spellcheck={false} autocomplete="off" />
      <button type="submit" class="button">
        Try
      </button>
    </form>
  );
}

interface FieldMeaningProps {
  readonly field: DescribedField;
  /** The value of an item; undefined or null if there is none. */
  readonly value: unknown;
}

/** Meaning and form of a field, and an example. */
function FieldMeaning({ field, value }: FieldMeaningProps) {
  return (
    <dl class="meaning">
      {field.description !== undefined && (
        <div>
          <dt>Meaning</dt>
          <dd dir="auto">{field.description}</dd>
        </div>
      )}
      <div>
        <dt>Value</dt>
        <dd>{renderDescription(describeField(field).join(' '))}</dd>
      </div>
      {value !== undefined && value !== null && (
        <div>
          <dt>Example</dt>
          <dd>
            <code>{JSON.stringify(value)}</code>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Types listed in the head of a relationship; the opened group lists all. */
const listedTypesMaximum = 3;

function summarizeTypes(types: readonly string[]): string {
  if (types.length <= listedTypesMaximum) return types.join(', ');
  return `${types[0]} and ${types.length - 1} more types`;
}

interface GroupProps {
  readonly group: TrialGroup;
  /** Whether the group is open because it has only the trials that match a search. */
  readonly isUnfolded: boolean;
  readonly triedId: string | undefined;
  /** The type of the items; undefined if there are several. */
  readonly type: DescribedType | undefined;
  readonly document: JsonObject;
}

function Group({ group, isUnfolded, triedId, type, document }: GroupProps) {
  const { title, trials } = group;
  const hasTriedTrial = trials.some(({ id }) => id === triedId);
  const isRequired = group.isRequired === true;
  const [isOpen, setOpen] = useState(hasTriedTrial || isRequired);
  useEffect(() => {
    if (hasTriedTrial) setOpen(true);
  }, [hasTriedTrial]);
  useEffect(() => setOpen(isUnfolded || hasTriedTrial || isRequired), [isUnfolded]);
  const field = findField(type, group.field);
  const value =
    type === undefined || field === undefined ? undefined : readExampleValue(document, type.name, field.name);
  const targetTypes = field !== undefined && isRelationship(field) ? field.to : [];
  return (
    <details class="trials" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>{field === undefined ? title : <Name named={field} />}</b>
        <span class="kind">
          {field === undefined ? '' : targetTypes.length > 0 ? summarizeTypes(targetTypes) : field.type}
        </span>
        {value !== undefined && value !== null && <code class="faint">{JSON.stringify(value)}</code>}
        <span class="number faint">{formatCounted(trials.length, 'parameter')}</span>
      </summary>
      {isOpen && (
        <>
          {field !== undefined && <FieldMeaning field={field} value={value} />}
          {targetTypes.length > 0 && (
            <p>
              To filter by fields of{' '}
              {targetTypes.map((name, place) => (
                <Fragment key={name}>
                  {place > 0 && ', '}
                  <a href={hrefOf({ path: [name], params: localeParams.value }, { tab: 'docs' })}>{name}</a>
                </Fragment>
              ))}
              , use <code>{`filter[${title}][<field>][<operator>]`}</code>
            </p>
          )}
          <ul>
            {trials.map((trial) => (
              <TrialRow key={trial.id} trial={trial} isTried={trial.id === triedId} field={field} />
            ))}
          </ul>
        </>
      )}
    </details>
  );
}
