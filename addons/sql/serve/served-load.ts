/**
 * A published load as a server answers from it: each answer asks over connections that all answers share, and stops asking
 * when nobody waits for it any more.
 */
import { setMaxListeners } from 'node:events';
import type { ContentModel, SnapshotId } from '../../../src/content/model/index.js';
import type { TypeCounts } from '../../../src/index/snapshot/index.js';
import type { EngineSpace } from '../../../src/jsonapi/index.js';
import { answerFrom } from '../answer/answer.js';
import { NoAnswer, type Pool } from '../connection/pool.js';
import { CountCache } from '../counting/count-cache.js';
import { CountColumns } from '../counting/count-columns.js';
import type { LoadedSearches } from '../search/loaded-searches.js';
import type { Ask } from '../statements/parameters.js';
import { classifyFailure, createUnavailableError, type FailureKind } from './failures.js';

export interface ServableLoad {
  readonly id: SnapshotId;
  /** Of its tables. */
  readonly schema: string;
  readonly model: ContentModel;
  readonly counts: ReadonlyMap<string, TypeCounts>;
  /** As of `LoadedTables`. */
  readonly distributed?: ReadonlySet<string> | undefined;
  readonly searches: LoadedSearches;
}

export interface AnsweringOptions {
  readonly pool: Pick<Pool, 'ask'>;
  /** Until when columns are fetched to be held; undefined: none are. */
  readonly columnFetching?: AbortSignal;
  /** What a statement may take. */
  readonly statementMs: number;
  /** Limit of an answer, in milliseconds: its statements together, with what they wait for a connection. */
  readonly answerMs: number;
  /** Whether it is known that nothing can be asked: then nobody waits to find out. */
  readonly isLost: () => boolean;
  /** Told of each answer that was not given. */
  readonly onFailure: (kind: FailureKind, error?: unknown) => void;
}

export function createServedSpace({ id, ...load }: ServableLoad, options: AnsweringOptions): EngineSpace {
  const { pool, columnFetching: holding, statementMs, answerMs, isLost, onFailure } = options;
  const { model, counts, distributed } = load;
  const countCache = new CountCache();
  // Of a load that is spread over several servers, all values would pass through the one that is asked.
  const columnCache =
    holding && distributed === undefined && new CountColumns(({ text, values }) => pool.ask(text, values, holding));
  return Object.freeze<EngineSpace>({
    id,
    model,
    sizes: new Map([...counts].map(([name, { items }]) => [name, items])),
    async answer(request, base, { writtenResources, signal }) {
      if (isLost()) {
        onFailure('lost');
        throw createUnavailableError('lost', statementMs, request.complexity);
      }
      // Where one statement of an answer fails, the others are not needed.
      const stopping = new AbortController();
      // Each of its statements listens, and there are two for each type that a document shows.
      setMaxListeners(0, stopping.signal);
      const stopStatements = (): void => stopping.abort();
      signal.addEventListener('abort', stopStatements, { once: true });
      if (signal.aborted) stopStatements();
      const ask: Ask = ({ text, values }) => pool.ask(text, values, stopping.signal);
      let deadline: NodeJS.Timeout | undefined;
      // Several statements, each in time, may take longer than a client is kept waiting; and a server may not tell that one has ended.
      const answerTimeout = new Promise<never>((_, reject) => {
        deadline = setTimeout(() => {
          reject(new NoAnswer('the statements of the answer have not ended in time'));
          stopStatements();
        }, answerMs);
      });
      try {
        return await Promise.race([
          answerFrom(
            { ...load, ask, countCache, ...(columnCache && { columnCache }) },
            request,
            base,
            writtenResources,
          ),
          answerTimeout,
        ]);
      } catch (error) {
        const kind = signal.aborted ? 'gone' : classifyFailure(error);
        if (kind === undefined) throw error;
        onFailure(kind, error);
        throw createUnavailableError(kind, statementMs, request.complexity);
      } finally {
        clearTimeout(deadline);
        signal.removeEventListener('abort', stopStatements);
        stopStatements();
      }
    },
  });
}
