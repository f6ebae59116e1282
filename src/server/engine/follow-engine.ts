/**
 * The interface between the server and an add-on that follows an engine, such as a database: events of its loads and
 * failures.
 */
import type { EngineSpace } from '../../jsonapi/index.js';
import type { EngineState, SpaceProblem } from '../spaces/status.js';

/** The reason why a published load is not served. */
export interface EngineProblem extends SpaceProblem {
  /** The reason for the log, with more facts than `detail`. */
  readonly reason: string;
}

export interface EngineEvents {
  /** Another load is published. @param builtMs time of its publication, in milliseconds since 1970 */
  readonly onSpace: (space: EngineSpace, builtMs: number) => void;
  /** Called with each new problem, and with undefined when no problem is left. */
  readonly onProblem: (problem: EngineProblem | undefined) => void;
  /** Called when the engine stops answering. @param reason undefined: it answers again */
  readonly onFailing: (reason: string | undefined) => void;
}

export interface FollowedEngine {
  /** Checks now which load is published. Never rejects. */
  readonly look: () => Promise<void>;
  readonly read: () => EngineState;
  /** To be called when no request waits for an answer any more. */
  readonly stop: () => Promise<void>;
}

/** Called once, at the start. @throws OperationError if the engine cannot be followed */
export type FollowEngine = (events: EngineEvents) => Promise<FollowedEngine>;
