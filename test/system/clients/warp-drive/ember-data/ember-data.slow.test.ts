/**
 * Ember Data with its JSONAPIAdapter and JSONAPISerializer: a blog in two locales whose images are resources.
 *
 * It lives in a child process, with hooks that find Ember's modules as a build tool would.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blog } from '../../../../../testing/clients/blog.js';
import { isThere } from '../../../../../testing/is-there.js';
import { at } from '../../../../../testing/jsonapi-schema/index.js';
import { MemorySpace } from '../../../../../testing/samples/memory-space.js';
import { type Bookshop, startBookshop } from '../../../../../testing/server/server.js';

const installed = isThere(
  existsSync(new URL('../node_modules/@warp-drive/legacy', import.meta.url)),
  'Ember Data is not installed, so its way through the API is not tried: npm run clients:install installs it.',
);

const localizedNames = new Set(['title', 'coverImage']);
const model = {
  ...blog.model,
  locales: [
    { code: 'en', default: true },
    { code: 'de', fallback: 'en' },
  ],
  contentTypes: blog.model.contentTypes.map((type) => ({
    ...type,
    fields: type.fields.map((field) => ({ ...field, ...(localizedNames.has(field.name) && { localized: true }) })),
  })),
};
const [hello, later] = blog.items.blogPost;
const meer = { url: '/meer.jpg', altText: 'Das Meer' };
const items = {
  ...blog.items,
  blogPost: [
    { ...hello, title: { en: 'Hello', de: 'Hallo' }, coverImage: { en: hello.coverImage, de: meer } },
    { ...later, title: { en: 'Later' } },
  ],
};

class Session {
  readonly #child: ChildProcess;
  #asked = 0;

  constructor(base: string) {
    const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
    const execArgv = ['--conditions=unpkg', '--import', new URL('register.mjs', import.meta.url).href];
    this.#child = fork(file('session.mjs'), [base], { execArgv });
  }

  /** @returns the next message that passes. @throws when the process ends first */
  message(passes: (message: unknown) => boolean): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = (code: number | null): void => reject(new Error(`the process ended with code ${code}`));
      const heard = (message: unknown): void => {
        if (!passes(message)) return;
        this.#child.off('message', heard).off('exit', ended);
        resolve(message);
      };
      this.#child.on('message', heard).once('exit', ended);
    });
  }

  /** Calls a method of the store. */
  ask(method: string, ...args: readonly unknown[]): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    const answer = this.message((message) => at(message, 'id') === id);
    this.#child.send({ id, method, args });
    return answer;
  }

  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill();
    await ended;
  }
}

describe.runIf(installed)('Ember Data', () => {
  let server: Bookshop;
  let session: Session;
  beforeAll(async () => {
    const { space } = await MemorySpace.of(model, items);
    server = await startBookshop({ spaces: [{ name: 'blog', space }] });
    session = new Session(server.base);
    await session.message((message) => at(message, 'ready') === true);
  });
  afterAll(async () => {
    await session?.end();
    await server?.stop();
  });

  const ada = { url: '/ada.jpg', altText: null, width: null, assetId: null };
  const sea = { url: '/sea.jpg', altText: 'The sea', width: 1200, assetId: 'a-1' };

  it('query › filters, includes images and pages; other items are loaded by their links', async () => {
    const query = { filter: { slug: { _eq: 'hello' } }, include: 'author,coverImage,gallery', page: { limit: 1 } };
    expect(await session.ask('query', 'blog-post', query)).toMatchObject({
      meta: { total: 1 },
      posts: [
        {
          id: '1',
          slug: 'hello',
          title: 'Hello',
          mainContent: '# Hello',
          author: { id: 'a', name: 'Ada', photo: ada },
          coverImage: sea,
          gallery: [ada, sea],
        },
      ],
    });
  });

  it('query in another locale › has its values and images, or the fallback', async () => {
    const query = { sort: '-publishedAt', include: 'coverImage', localeCode: 'de' };
    const answer = await session.ask('query', 'blog-post', query);
    expect(answer).toMatchObject({
      posts: [
        { title: 'Later', coverImage: null },
        { title: 'Hallo', coverImage: { url: '/meer.jpg', altText: 'Das Meer' } },
      ],
    });
  });

  it('findAll and findRecord › return posts, also of another locale', async () => {
    expect(await session.ask('findAll', 'blog-post', { reload: true })).toMatchObject({
      posts: [{ id: '1' }, { id: '2', gallery: [] }],
    });
    const options = { reload: true, include: 'author', adapterOptions: { localeCode: 'de' } };
    expect(await session.ask('findRecord', 'blog-post', '1', options)).toMatchObject({ posts: [{ title: 'Hallo' }] });
  });

  it('a missing post, or an unknown parameter › the errors of the server', async () => {
    expect(await session.ask('findRecord', 'blog-post', 'none')).toMatchObject({
      errors: [{ status: '404', code: 'ItemNotFound' }],
    });
    expect(await session.ask('query', 'blog-post', { include: 'nobody' })).toMatchObject({
      errors: [{ code: 'UnknownField', source: { parameter: 'include' } }],
    });
  });
});
