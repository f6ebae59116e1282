/**
 * The interface of a source of answers: a folder of snapshots, or a database with loads.
 *
 * Commands use a source without knowing which of the two it is.
 */
import type { ContentModel } from '../../content/model/index.js';
import type { ExplainedRequest } from '../../jsonapi/index.js';
import type { Target } from '../../server/index.js';
import type { Channel, SigningKey } from '../../ship/trust/index.js';

/** The form of a list of snapshots or loads: JSON, a table, or a table with short ids and times for a terminal. */
export type ListForm = 'json' | 'table' | 'brief';

export interface Question {
  /** @returns path and query below the delivery root. @throws OperationError for a URL outside the delivery root */
  readonly targetIn: (model: ContentModel) => Target;
  /** Prefix of every link. */
  readonly base: string;
  /** Limit on the estimated time of an answer from a snapshot, in milliseconds. */
  readonly maxCostMs: number;
}

export interface RollBack {
  /** Id of a snapshot or number of a load; undefined: the one published before. */
  readonly to: string | undefined;
  readonly keys: readonly SigningKey[] | undefined;
  readonly channel: Channel;
  readonly onStep: (step: string) => void;
}

export interface Source {
  readonly list: (form: ListForm) => Promise<string>;
  /** @returns lines that name the published snapshot or load. @throws OperationError if nothing could be published */
  readonly rollBack: (how: RollBack) => Promise<string>;
  /** @throws RequestError for a mistake in the request. @throws OperationError if nothing is published */
  readonly answer: (question: Question) => Promise<Buffer>;
  /** @throws RequestError for a mistake in the request. @throws OperationError if the source cannot explain its answers */
  readonly explain: (question: Question) => Promise<ExplainedRequest>;
  /**
   * Answers the request and returns the statements that a database ran, as text.
   *
   * @throws RequestError for a mistake in the request. @throws OperationError if the source is no database
   */
  readonly statements: (question: Question) => Promise<string>;
}
