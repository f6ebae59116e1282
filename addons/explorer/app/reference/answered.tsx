/**
 * The answer to a request that was tried in the reference, with links to the same request in the explorer and as code.
 */
import { Errors } from '../browse/errors.js';
import { DocumentTree } from '../document/document-tree.js';
import { formatCounted, formatMilliseconds } from '../parts/format.js';
import { answer, hrefOf, hrefWith, isAsking, request, sent, space } from '../state.js';
import type { AddedParam } from './trials.js';

/** Members that say little about the content. */
const FOLDED: readonly string[] = ['jsonapi', 'links'];

/** The sent request; parameters that the page has added are grey. @param added in the order of the request */
function SentRequest({ added }: { readonly added: readonly AddedParam[] }) {
  const target = `/${space.value?.root}${sent.value}`;
  const [path = '', ...search] = target.split('?');
  const parts = search
    .join('?')
    .split('&')
    .filter((part) => part !== '');
  const { params } = request.value;
  // Parts and parameters have the same order.
  const isAdded = (place: number): boolean => added.some(({ param }) => param === params[place]);
  return (
    <code>
      {`GET ${path}`}
      {parts.map((part, place) => (
        <span key={part} class={isAdded(place) ? 'added' : undefined}>
          <wbr />
          {`${place === 0 ? '?' : '&'}${part}`}
        </span>
      ))}
    </code>
  );
}

/** Says why the page has added parameters, and offers the request without those that only shorten the answer. */
function AddedNote({ added }: { readonly added: readonly AddedParam[] }) {
  if (added.length === 0) return null;
  const names = (reason: AddedParam['reason']) =>
    added.filter((one) => one.reason === reason).map(({ param: [name] }) => name);
  const [shortening, needed] = [names('short'), names('needed')];
  const { path, params } = request.value;
  const ownParams = params.filter((param) => !added.some((one) => one.param === param && one.reason === 'short'));
  const list = (list: readonly string[]) =>
    list.map((name, place) => (
      <>
        {place > 0 && ' and '}
        <code>{name}</code>
      </>
    ));
  return (
    <p class="note-added">
      {needed.length > 0 && <>The parameter needs {list(needed)}. </>}
      {shortening.length > 0 && (
        <>
          The page adds {list(shortening)} to keep the answer short.{' '}
          <a href={hrefOf({ path, params: ownParams }, { tab: 'docs' })}>Send without</a>
        </>
      )}
    </p>
  );
}

/** @param added parameters that the page has added to the tried one */
export function TriedAnswer({ added }: { readonly added: readonly AddedParam[] }) {
  const currentAnswer = answer.value;
  if (currentAnswer === undefined || space.value === undefined) return null;
  const { document, status, ms, json } = currentAnswer;
  return (
    <div class="answered" aria-busy={isAsking.value}>
      <p class="asked">
        <span class={status >= 200 && status < 300 ? 'status good' : 'status bad'}>{status || 'no answer'}</span>
        <SentRequest added={added} />
      </p>
      <AddedNote added={added} />
      <p class="ways">
        <span class="faint">
          {document.total !== undefined && `${formatCounted(document.total, 'item')} · `}
          {formatMilliseconds(ms)}
        </span>
        <a href={hrefWith({ tab: 'items' })}>Open in the explorer</a>
        <a href={hrefWith({ tab: 'code' })}>Show the code</a>
      </p>
      {document.kind === 'errors' && <Errors errors={document.errors} />}
      <DocumentTree json={json} folded={FOLDED} />
    </div>
  );
}
