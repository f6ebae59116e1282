/**
 * An origin: a source of files by path, readable from any position, that reports whether a file changed.
 *
 * Elsewhere: the meaning of the files and their checks (pull), polling (follow).
 */
import { OperationError } from '../../../content/errors/index.js';

export interface OriginContent {
  readonly kind: 'content';
  /** Where in the file the body begins. */
  readonly start: number;
  /** Of the whole file; undefined where the origin does not say. */
  readonly byteLength: number | undefined;
  /** Changes when the file does; undefined where the origin has no such thing. */
  readonly tag: string | undefined;
  /** May end early, and never says so. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Must be called when nobody reads on, however it ends: then nothing stays open. Does nothing after the end. */
  readonly discard: () => void;
}

export type OriginAnswer =
  | OriginContent
  | { readonly kind: 'missing' }
  /** It ends before `start`. */
  | { readonly kind: 'beyond' };

export interface ReadRequest {
  /** Asks for what follows from this position on; the origin may begin at 0 all the same. */
  readonly start?: number | undefined;
  /** What follows only of the file with this tag, otherwise all of it. */
  readonly tag?: string | undefined;
  readonly signal: AbortSignal;
}

export interface Origin {
  /** For people: an address without secrets. */
  readonly name: string;
  /**
   * @param path below the origin, made of checked names
   * @throws OriginFailure
   */
  read(path: string, wanted: ReadRequest): Promise<OriginAnswer>;
}

/** A failure of an origin. */
export class OriginFailure extends OperationError {
  /** Whether a retry may help: a broken connection, a failing server. */
  readonly isPassing: boolean;

  constructor(message: string, isPassing: boolean) {
    super(message);
    this.isPassing = isPassing;
  }
}
