/**
 * WarpDrive, the store of Ember Data, with its JSON:API cache (`@ember-data/json-api` is the same cache by its old
 * name). It lives in a child process, for the reason that `session.mjs` gives.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { stringify } from 'qs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isRecord } from '../../../../src/format/index.js';
import { books, ids } from '../../../../testing/clients/books.js';
import { isWarpDriveThere } from '../../../../testing/clients/warp-drive-installed.js';
import { at, listAt, textAt } from '../../../../testing/jsonapi-schema/index.js';
import { type Bookshop, startBookshop } from '../../../../testing/server/server.js';
import { type BookClient, nestedParameters, type PlainBook, type Question } from '../client.js';
import { describeClient } from '../suite.js';

const SESSION = fileURLToPath(new URL('session.mjs', import.meta.url));

/** One question at a time: send it, and wait for the answer that bears its number. */
class Session {
  readonly #child: ChildProcess;
  #asked = 0;

  constructor(base: string) {
    this.#child = fork(SESSION, [base], { execArgv: ['--conditions=unpkg'] });
  }

  /** @returns the next message that passes. @throws when the process ends first */
  #message(passes: (message: unknown) => boolean): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null): void => reject(new Error(`the WarpDrive process ended with code ${code}`));
      const heard = (message: unknown): void => {
        if (!passes(message)) return;
        this.#child.off('message', heard).off('exit', ended);
        resolve(message);
      };
      this.#child.on('message', heard).once('exit', ended);
    });
  }

  ready(): Promise<unknown> {
    return this.#message((message) => at(message, 'ready') === true);
  }

  async ask(url: string, included: readonly string[]): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    const answer = this.#message((message) => at(message, 'id') === id);
    this.#child.send({ id, url, included });
    return answer;
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill();
    await ended;
  }
}

const plain = (book: unknown): PlainBook => ({
  id: textAt(book, 'id'),
  title: textAt(book, 'title'),
  price: String(at(book, 'price')),
  author: isRecord(at(book, 'author'))
    ? { id: textAt(book, 'author', 'id'), name: textAt(book, 'author', 'name') }
    : undefined,
  reviews: listAt(book, 'reviews').map(String),
});

async function connect(base: string): Promise<BookClient & { ask(url: string): Promise<unknown> }> {
  const session = new Session(base);
  await session.ready();
  const ask = async (path: string, question: Question): Promise<unknown> => {
    const answer = await session.ask(
      `${base}${path}?${stringify(nestedParameters(question))}`,
      question.include?.split(',') ?? [],
    );
    if (at(answer, 'failure') !== undefined) throw new Error(textAt(answer, 'failure'));
    return at(answer, 'document');
  };
  return {
    async list(question) {
      const document = await ask('/book', question);
      const next = at(document, 'links', 'next');
      return {
        books: listAt(document, 'books').map(plain),
        total: Number(at(document, 'meta', 'total')),
        next: next === undefined ? undefined : String(next),
      };
    },
    book: async (id, question) => plain(at(await ask(`/book/${id}`, question), 'books', 0)),
    failure: (id) =>
      ask(`/book/${id}`, {}).then(
        () => 'nothing failed',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
    ask: (url) => session.ask(url, []),
    close: () => session.end(),
  };
}

const installed = isWarpDriveThere();
if (installed) describeClient('WarpDrive with its JSON:API cache', ({ base }) => connect(base));

describe.runIf(installed)('WarpDrive', () => {
  let shop: Bookshop;
  let client: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    shop = await startBookshop();
    client = await connect(shop.base);
  });
  afterAll(async () => {
    await client?.close?.();
    await shop?.stop();
  });

  it('the reactive document’s own next() › is the second page', async () => {
    const answer = await client.ask(`${shop.base}/book?page[limit]=15`);
    expect(listAt(answer, 'document', 'nextIds')).toEqual(ids(books).slice(15, 30));
  });
});
