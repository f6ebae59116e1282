/**
 * The interface of an origin: files by path, readable from any position, with a tag that changes when a file changes.
 *
 * Elsewhere: the meaning of the files and their checks (pull), reading at intervals (follow).
 */
import { OperationError } from '../../../content/errors/index.js';

export interface OriginContent {
  readonly kind: 'content';
  /** Position in the file at which the body begins. */
  readonly start: number;
  /** Length of the whole file; undefined if the origin does not report it. */
  readonly byteLength: number | undefined;
  /** Changes when the file changes; undefined if the origin has no tags. */
  readonly tag: string | undefined;
  /** May end early without an error: compare with byteLength. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Closes the body. Must be called whenever reading ends, also after a failure; has no effect after the end. */
  readonly discard: () => void;
}

export type OriginAnswer =
  | OriginContent
  | { readonly kind: 'missing' }
  /** The file ends before `start`. */
  | { readonly kind: 'beyond' };

export interface ReadRequest {
  /** First requested byte; the origin may ignore it and begin at 0. */
  readonly start?: number | undefined;
  /** `start` applies only if the file still has this tag; otherwise the whole file is sent. */
  readonly tag?: string | undefined;
  readonly signal: AbortSignal;
}

export interface Origin {
  /** Address for messages, without secrets. */
  readonly name: string;
  /**
   * @param path path below the origin; its parts must be checked names
   * @throws OriginFailure
   */
  read(path: string, request: ReadRequest): Promise<OriginAnswer>;
}

/** A failure of an origin. */
export class OriginFailure extends OperationError {
  /** Whether a retry may help: a broken connection, a failing server. */
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.isTemporary = isTemporary;
  }
}
