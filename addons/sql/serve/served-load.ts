/**
 * A published load as a space that a server answers from, over the shared pool of connections.
 *
 * An answer has a time limit. Its statements are cancelled when the client leaves, when one of them fails, or at the limit.
 * Elsewhere: the answer itself (answer), the pool (connection/pool).
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
  /** Schema of its tables. */
  readonly schema: string;
  readonly model: ContentModel;
  readonly counts: ReadonlyMap<string, TypeCounts>;
  /** Distributed types; undefined if all tables are plain. */
  readonly distributed?: ReadonlySet<string> | undefined;
  readonly searches: LoadedSearches;
}

export interface AnsweringOptions {
  readonly pool: Pick<Pool, 'ask'>;
  /** Aborted to stop fetching columns for counting; undefined to fetch none. */
  readonly columnFetching?: AbortSignal;
  /** Maximum duration of a statement, in milliseconds. */
  readonly statementMs: number;
  /** Maximum duration of an answer, in milliseconds, including the wait for connections. */
  readonly answerMs: number;
  /** Whether the database is known to be unreachable: requests then fail at once. */
  readonly isLost: () => boolean;
  /** Called for each request that failed because of the database. */
  readonly onFailure: (kind: FailureKind, error?: unknown) => void;
}

export function createServedSpace({ id, ...load }: ServableLoad, options: AnsweringOptions): EngineSpace {
  const { pool, columnFetching: holding, statementMs, answerMs, isLost, onFailure } = options;
  const { model, counts, distributed } = load;
  const countCache = new CountCache();
  // With distributed tables, all values of a column would pass through the coordinator.
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
      // If one statement of an answer fails, the others are not needed.
      const stopping = new AbortController();
      // Each statement listens; a document has two statements for each of its types.
      setMaxListeners(0, stopping.signal);
      const stopStatements = (): void => stopping.abort();
      signal.addEventListener('abort', stopStatements, { once: true });
      if (signal.aborted) stopStatements();
      const ask: Ask = ({ text, values }) => pool.ask(text, values, stopping.signal);
      let deadline: NodeJS.Timeout | undefined;
      // Several statements within their limits may together exceed the answer's limit; and an unreachable server reports nothing.
      const answerTimeout = new Promise<never>((_, reject) => {
        deadline = setTimeout(() => {
          reject(new NoAnswer('the statements of the answer did not end in time'));
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
