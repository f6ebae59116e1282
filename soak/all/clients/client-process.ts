/**
 * A client in a process of its own: told what to do, it says every half second what it has counted.
 */
import { diskFiles } from '../../../src/files/index.js';
import { openSnapshot, type Space } from '../../../src/snapshot/index.js';
import { vocabularyOf } from '../../requests/writing/vocabulary.js';
import { Answers } from './expected.js';
import { annoyServer } from './hostile.js';
import { loadServer } from './load.js';
import { type ClientPlan, type ClientReply, isClientCommand } from './messages.js';
import { newTally, type Tally } from './tally.js';

const tellEveryMs = 500;
const stopping = new AbortController();
const tally = newTally();
const say = (reply: ClientReply): void => void process.send?.(reply);

async function openAll({ snapshots, nights }: ClientPlan): Promise<ReadonlyMap<string, Space>> {
  const spaces = new Map<string, Space>();
  for (const id of nights) spaces.set(id, await openSnapshot(diskFiles, snapshots, id));
  return spaces;
}

async function work(plan: ClientPlan): Promise<Tally> {
  const spaces = await openAll(plan);
  const { port, seed, rate, shop } = plan;
  say({ kind: 'ready' });
  const timer = setInterval(() => say({ kind: 'tally', tally }), tellEveryMs);
  try {
    if (plan.role === 'load') {
      return await loadServer({ port, seed, rate, shop, answers: new Answers(spaces) }, stopping.signal, tally);
    }
    const [space] = spaces.values();
    if (space === undefined) throw new Error('no night to take words from');
    return await annoyServer({ port, seed, rate, vocabulary: vocabularyOf(space) }, stopping.signal, tally);
  } finally {
    clearInterval(timer);
  }
}

process.on('message', (message: unknown) => {
  if (!isClientCommand(message)) return;
  if (message.kind === 'stop') {
    stopping.abort();
    return;
  }
  work(message.plan)
    .then(
      (counted) => say({ kind: 'done', tally: counted }),
      (error: unknown) =>
        say({ kind: 'failed', message: error instanceof Error ? String(error.stack) : String(error) }),
    )
    .finally(() => process.disconnect());
});
process.once('disconnect', () => process.exit());
// Ctrl+C reaches the whole group; who started this process says when it ends.
process.on('SIGINT', () => undefined);
