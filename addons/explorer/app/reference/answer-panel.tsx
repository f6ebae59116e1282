/**
 * The answer of an endpoint next to its parameters: the answer to the tried request, or the schema of all answers.
 *
 * The panel has a place of its own, so no answer moves a parameter: at the right of a wide window, otherwise at the lower
 * edge, where it is closed until there is a parameter in the request.
 */
import { useEffect, useState } from 'preact/hooks';
import type { JsonObject } from '../model/resource.js';
import { answer, isAsking, request } from '../state.js';
import { TriedAnswer } from './answered.js';
import type { Operation } from './openapi-document.js';
import { SchemaTree } from './schema-tree.js';
import type { AddedParam } from './trials.js';
import { WIDE_QUERY } from './wide-window.js';

const VIEWS = ['Answer', 'Schema'] as const;

interface AnswerPanelProps {
  readonly document: JsonObject;
  readonly operation: Operation;
  /** Number of the latest trial; the panel opens when it changes. */
  readonly trialNumber: number;
  /** Parameters that the page has added to the tried one. */
  readonly added: readonly AddedParam[];
}

export function AnswerPanel({ document, operation, trialNumber, added }: AnswerPanelProps) {
  const [isOpen, setOpen] = useState(() => request.value.params.length > 0 || matchMedia(WIDE_QUERY).matches);
  const [view, setView] = useState<(typeof VIEWS)[number]>('Answer');
  useEffect(() => {
    if (trialNumber === 0) return;
    setOpen(true);
    setView('Answer');
  }, [trialNumber]);
  const { status = 0 } = answer.value ?? {};
  return (
    <details class="answer-panel" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Answer{' '}
        <span class={status >= 200 && status < 300 ? 'status good' : 'status bad'} aria-hidden={isAsking.value}>
          {status || '…'}
        </span>
      </summary>
      {isOpen && (
        <section aria-label="Answer">
          <div class="views">
            {VIEWS.map((name) => (
              <button key={name} type="button" class="quiet" aria-pressed={view === name} onClick={() => setView(name)}>
                {name}
              </button>
            ))}
          </div>
          {view === 'Answer' ? (
            <TriedAnswer added={added} />
          ) : (
            <SchemaTree document={document} schema={operation.answerSchema} />
          )}
        </section>
      )}
    </details>
  );
}
