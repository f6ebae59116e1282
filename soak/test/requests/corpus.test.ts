/**
 * Repeats the worst requests that were ever found: requests that failed once, the slowest ones, the longest ones.
 *
 * `corpus/targets.txt` has a request target below the delivery root a line, `corpus/conversations.txt` what a client
 * writes to a connection; each as a JSON string, the bytes as Latin-1.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBookshop } from '../../../testing/samples/bookshop.js';
import { type Bookshop, startBookshop } from '../../../testing/server/server.js';
import { targetOf } from '../../requests/fuzz.js';
import { hold } from '../../requests/socket.js';
import { awkwardSubject, subjectOf } from '../../requests/subjects.js';

const folder = fileURLToPath(new URL('corpus', import.meta.url));

const linesOf = (file: string): readonly string[] =>
  readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => String(JSON.parse(line)));

describe('the corpus of targets', () => {
  const targets = linesOf('targets.txt');

  it('every target, sent to parser and engine › is answered or refused as recorded', async () => {
    expect(targets.length).toBeGreaterThan(40);
    const subjects = [subjectOf(await openBookshop()), awkwardSubject];
    for (const { name, judge } of subjects) {
      for (const target of targets) expect(judge.judge(targetOf(target)).fault, `${name}: ${target}`).toBeUndefined();
    }
  });
});

describe('the corpus of conversations', () => {
  const conversations = linesOf('conversations.txt');
  let shop: Bookshop;
  beforeAll(async () => {
    shop = await startBookshop();
  });
  afterAll(async () => {
    await shop.stop();
  });

  it('every conversation with a server › ends in answers and refusals', async () => {
    expect(conversations.length).toBeGreaterThan(20);
    const { hostname, port } = new URL(shop.origin);
    for (const text of conversations) {
      for (const ending of ['half-close', 'reset'] as const) {
        const held = await hold(hostname, Number(port), { pieces: [text], pauseMs: 0, ending, due: undefined });
        expect(held.fault, `${ending}: ${JSON.stringify(text)}`).toBeUndefined();
      }
    }
  });
});
