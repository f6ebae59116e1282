/**
 * The ordinary clients: keep-alive connections that ask, revalidate what they have, and compare every answer.
 */
import { Agent, request } from 'node:http';
import { Random } from '../../../data/generate/random.js';
import { SNAPSHOT_HEADER } from '../../../src/server/wire/headers.js';
import { type Answers, type Asked, BASE, faultOf, isRefusal, type Received } from './expected.js';
import { paced } from './pace.js';
import { drawQuestion, type Question, type Shop } from './questions.js';
import { count, newTally, type Tally, tellFault } from './tally.js';

export interface LoadOptions {
  readonly port: number;
  readonly seed: number;
  readonly rate: number;
  readonly shop: Shop;
  readonly answers: Answers;
}

const connections = 4;
/** Asked again and again: what a site's pages ask. The rest is asked once. */
const frequentQuestions = 400;
const frequentShare = 0.8;
const patienceMs = 15_000;

const CODINGS: readonly Asked['coding'][] = ['identity', 'identity', 'gzip', 'br'];

const headersOf = ({ coding, tag }: Asked): Record<string, string> => ({
  Accept: 'application/vnd.api+json',
  ...(coding === 'identity' ? {} : { 'Accept-Encoding': coding }),
  ...(tag === undefined ? {} : { 'If-None-Match': tag }),
});

function ask(agent: Agent, port: number, asked: Asked): Promise<Received> {
  return new Promise((resolve, reject) => {
    const path = `${BASE}${asked.target}`;
    const outgoing = request(
      { host: '127.0.0.1', port, path, agent, method: asked.method, headers: headersOf(asked), timeout: patienceMs },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers } = response;
          resolve({ status, headers, body: Buffer.concat(chunks) });
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer within ${patienceMs} ms`)));
    outgoing.on('error', reject);
    outgoing.end();
  });
}

/** Asks until told to stop. @param tally counted into as answers come */
export async function loadServer(options: LoadOptions, signal: AbortSignal, tally: Tally = newTally()): Promise<Tally> {
  const { port, seed, rate, shop, answers } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const random = new Random(seed, 'soak/load');
  const frequent: Question[] = Array.from({ length: frequentQuestions }, () => drawQuestion(random, shop));
  /** The last tag seen of a frequent question in a coding. */
  const tags = new Map<string, string>();
  try {
    await paced(connections, rate, signal, async () => {
      const isFrequent = random.chance(frequentShare);
      const { kind, target } = isFrequent ? random.pick(frequent) : drawQuestion(random, shop);
      const coding = random.pick(CODINGS);
      const method = random.chance(0.03) ? 'HEAD' : 'GET';
      const place = `${coding} ${target}`;
      const asked: Asked = { target, method, coding, tag: random.chance(0.3) ? tags.get(place) : undefined };
      const beganMs = performance.now();
      const received = await ask(agent, port, asked).catch((error: unknown) => String(error));
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - beganMs);
      tally.done += 1;
      count(tally.byKind, kind);
      if (typeof received === 'string') {
        tellFault(tally, `${method} ${target}: ${received}`);
        return;
      }
      count(tally.byStatus, received.status);
      count(tally.bySnapshot, String(received.headers[SNAPSHOT_HEADER]));
      if (isRefusal(received)) {
        tally.refused += 1;
        return;
      }
      const fault = faultOf(answers, asked, received);
      if (fault !== undefined) tellFault(tally, `${method} ${target} (${coding}): ${fault}`);
      const { etag } = received.headers;
      if (isFrequent && typeof etag === 'string') tags.set(place, etag);
    });
  } finally {
    agent.destroy();
  }
  return tally;
}
