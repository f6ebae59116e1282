/**
 * Hostile connections to a server, one after the other, each judged.
 */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../../data/generate/random.js';
import { faultOfResponse, type Response, readResponses } from '../../testing/requests/responses.js';
import type { Vocabulary } from '../../testing/requests/writing/vocabulary.js';
import { type Conversation, drawConversation } from '../../testing/requests/writing/wire.js';
import { Podium } from './fuzz.js';

export interface SocketOptions {
  readonly host: string;
  readonly port: number;
  readonly vocabulary: Vocabulary;
  readonly seed: number;
  readonly count: number;
  /** A response whose last byte comes later, also when it is asked for again, is an offender. */
  readonly slowMs: number;
  /** Bytes of the server's memory, where they can be known. */
  readonly residentBytes?: () => number | undefined;
  readonly onProgress?: (done: number) => void;
}

export interface Talk {
  readonly index: number;
  /** The bytes that were written. */
  readonly text: string;
}

export interface SocketReport {
  readonly conversations: number;
  readonly responses: number;
  readonly byStatus: ReadonlyMap<number, number>;
  readonly faults: readonly (Talk & { readonly fault: string })[];
  /** Slowest first: from the last byte written to the last byte read, a response. */
  readonly slowest: readonly (Talk & { readonly elapsedMs: number })[];
  readonly offenders: number;
  readonly residentBytes: readonly number[];
  readonly seconds: number;
}

export interface Held {
  readonly statuses: readonly number[];
  readonly fault: string | undefined;
  readonly elapsedMs: number;
}

const faultsMaximum = 20;
/** A connection that is still open so long after the client has said its last is a fault. */
const patienceMs = 8_000;

interface Received {
  readonly bytes: Buffer;
  readonly isClosed: boolean;
  /** From the last byte written to the last byte read; 0 if nothing came after it. */
  readonly elapsedMs: number;
}

async function exchange(host: string, port: number, { pieces, pauseMs, ending }: Conversation): Promise<Received> {
  const socket = connect({ host, port, allowHalfOpen: true });
  const chunks: Buffer[] = [];
  let writtenMs = Number.POSITIVE_INFINITY;
  let readMs = 0;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    readMs = performance.now();
  });
  // A server that refuses closes while the client still writes; the client has the answer already.
  socket.on('error', () => undefined);
  const ended = new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), patienceMs);
    const done = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    socket.once('end', done);
    socket.once('close', done);
  });
  await new Promise<void>((resolve) => {
    socket.once('connect', resolve);
    socket.once('close', () => resolve());
  });
  for (const [place, piece] of pieces.entries()) {
    if (place > 0 && pauseMs > 0) await pause(pauseMs);
    if (socket.writable) socket.write(piece, 'latin1');
  }
  writtenMs = performance.now();
  if (ending === 'half-close') socket.end();
  else if (ending === 'reset') socket.resetAndDestroy();
  const isClosed = await ended;
  // Reset, so that a hundred thousand connections leave no port waiting.
  socket.resetAndDestroy();
  return { bytes: Buffer.concat(chunks), isClosed, elapsedMs: Math.max(0, readMs - writtenMs) };
}

/**
 * Has one conversation, and judges all responses. @param faultIn returns the fault of a response, or undefined
 */
export async function hold(
  host: string,
  port: number,
  conversation: Conversation,
  faultIn: (response: Response) => string | undefined = faultOfResponse,
): Promise<Held> {
  const { bytes, isClosed, elapsedMs } = await exchange(host, port, conversation);
  const isCut = conversation.ending === 'reset';
  const responses = readResponses(bytes, isCut);
  if (typeof responses === 'string') return { statuses: [], fault: responses, elapsedMs };
  const statuses = responses.map(({ status }) => status);
  const faults = responses.map(faultIn).filter((fault) => fault !== undefined);
  if (!isClosed) faults.push(`the connection was not closed within ${patienceMs} ms`);
  // A server that announces the close does not read later bytes.
  const isClosing = responses.at(-1)?.headers.get('connection') === 'close';
  const { due } = conversation;
  if (
    due !== undefined &&
    (responses.length > due || responses.length === 0 || (responses.length < due && !isClosing))
  ) {
    faults.push(`${responses.length} responses to ${due} requests`);
  }
  // Of pipelined requests each has its share.
  return { statuses, fault: faults[0], elapsedMs: elapsedMs / Math.max(1, responses.length) };
}

export const conversationAt = (seed: number, index: number, vocabulary: Vocabulary): Conversation =>
  drawConversation(new Random(seed, `conversation ${index}`), vocabulary);

/** Cost: about a millisecond a conversation. */
export async function fuzzConnections(options: SocketOptions): Promise<SocketReport> {
  const { host, port, seed, count, slowMs, vocabulary } = options;
  const startedMs = performance.now();
  const byStatus = new Map<number, number>();
  const faults: (Talk & { readonly fault: string })[] = [];
  const podium = new Podium<Talk & { readonly elapsedMs: number }>();
  const residentBytes: number[] = [];
  const distance = Math.max(1, Math.floor(count / 20));
  let responses = 0;
  let offenders = 0;
  for (let index = 0; index < count && faults.length < faultsMaximum; index += 1) {
    const conversation = conversationAt(seed, index, vocabulary);
    const held = await hold(host, port, conversation);
    const text = conversation.pieces.join('');
    responses += held.statuses.length;
    for (const status of held.statuses) byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
    if (held.fault !== undefined) faults.push({ index, text, fault: held.fault });
    if (held.elapsedMs > podium.leastMs) {
      let { elapsedMs } = held;
      for (let again = 0; again < 3; again += 1)
        elapsedMs = Math.min(elapsedMs, (await hold(host, port, conversation)).elapsedMs);
      if (elapsedMs > slowMs) offenders += 1;
      podium.add({ index, text, elapsedMs });
    }
    if (index > 0 && index % distance === 0) {
      const bytes = options.residentBytes?.();
      if (bytes !== undefined) residentBytes.push(bytes);
    }
    if (index % 10_000 === 0) options.onProgress?.(index);
  }
  const seconds = (performance.now() - startedMs) / 1000;
  return {
    conversations: count,
    responses,
    byStatus,
    faults,
    slowest: podium.places,
    offenders,
    residentBytes,
    seconds,
  };
}
