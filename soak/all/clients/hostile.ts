/**
 * The hostile clients: conversations as `npm run fuzz -- --socket` holds them, at a rate.
 */
import { faultOfResponse, type Response } from '../../requests/responses.js';
import { conversationAt, hold } from '../../requests/socket.js';
import type { Vocabulary } from '../../requests/writing/vocabulary.js';
import { isRefusal } from './expected.js';
import { paced } from './pace.js';
import { count, newTally, type Tally, tellFault } from './tally.js';

export interface HostileOptions {
  readonly port: number;
  readonly seed: number;
  readonly rate: number;
  readonly vocabulary: Vocabulary;
}

const atOnce = 3;
const shownCharacters = 200;

/** Refusals for want of time are documented; any other 5xx is a fault. */
const faultUnlessRefused = (response: Response): string | undefined =>
  isRefusal({ ...response, headers: Object.fromEntries(response.headers) }) ? undefined : faultOfResponse(response);

/** Talks until told to stop. @param tally counted into as conversations end */
export async function annoyServer(
  options: HostileOptions,
  signal: AbortSignal,
  tally: Tally = newTally(),
): Promise<Tally> {
  const { port, seed, rate, vocabulary } = options;
  await paced(atOnce, rate, signal, async (turn) => {
    const conversation = conversationAt(seed, turn, vocabulary);
    const { statuses, fault, elapsedMs } = await hold('127.0.0.1', port, conversation, faultUnlessRefused);
    tally.done += 1;
    tally.slowestMs = Math.max(tally.slowestMs, elapsedMs);
    count(tally.byKind, conversation.ending);
    for (const status of statuses) {
      count(tally.byStatus, status);
      if (status === 503) tally.refused += 1;
    }
    if (fault === undefined) return;
    const text = JSON.stringify(conversation.pieces.join('').slice(0, shownCharacters));
    tellFault(tally, `seed ${seed}, conversation ${turn}: ${fault}: ${text}`);
  });
  return tally;
}
