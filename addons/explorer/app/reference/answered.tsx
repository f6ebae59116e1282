/**
 * The answer to a request that was tried in the reference, with links to the same request in the explorer and as code.
 */
import { Errors } from '../browse/errors.js';
import { DocumentTree } from '../document/document-tree.js';
import { formatCounted, formatMilliseconds } from '../parts/format.js';
import { answer, hrefWith, isAsking, sent, space } from '../state.js';

/** Members that say little about the content. */
const FOLDED: readonly string[] = ['jsonapi', 'links'];

export function TriedAnswer() {
  const currentAnswer = answer.value;
  if (currentAnswer === undefined || space.value === undefined) return null;
  const { document, status, ms, json } = currentAnswer;
  return (
    <div class="answered" aria-busy={isAsking.value}>
      <p class="asked">
        <span class={status >= 200 && status < 300 ? 'status good' : 'status bad'}>{status || 'no answer'}</span>
        <code>{`GET /${space.value.root}${sent.value}`}</code>
      </p>
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
