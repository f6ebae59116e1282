/**
 * WarpDrive's store with its JSON:API cache (what Ember Data uses), in a process of its own: one request a message.
 *
 * Both packages are made for a build tool that replaces their macros; beside that they ship a form for browsers
 * without one, under the export condition `unpkg`, and that one runs in Node as it is. A process must be started with
 * `--conditions=unpkg` to see it, hence this file, which is plain JavaScript because nothing compiles it.
 *
 * Messages in: `{id, url}`. Messages out: `{id, document}`, with the resources as the store's records show them, or
 * `{id, failure}`, with the error document's first code.
 */
import { useRecommendedStore } from '@warp-drive/core';
import { setupSignals } from '@warp-drive/core/configure';
import { withDefaults } from '@warp-drive/core/reactive';
import { JSONAPICache } from '@warp-drive/json-api';

// Nothing is rendered here, so a signal has nobody to tell.
setupSignals(() => ({
  createSignal: () => ({}),
  notifySignal() {},
  consumeSignal() {},
  createMemo: (_object, _key, compute) => compute,
  willSyncFlushWatchers: () => false,
}));

const field = (name) => ({ name, kind: 'field' });
const options = { async: false, inverse: null, linksMode: true };

const schemas = [
  withDefaults({
    type: 'book',
    fields: [
      field('title'),
      field('price'),
      { name: 'author', kind: 'belongsTo', type: 'author', options },
      { name: 'reviews', kind: 'hasMany', type: 'review', options },
    ],
  }),
  withDefaults({ type: 'author', fields: [field('name')] }),
  withDefaults({ type: 'review', fields: [field('headline')] }),
];

// In a browser a path is an address; here it needs the server's origin.
const origin = new URL(process.argv[2]).origin;
const resolve = {
  request: ({ request }, next) => next({ ...request, url: new URL(request.url, origin).href }),
};

const Store = useRecommendedStore({ cache: JSONAPICache, handlers: [resolve], schemas });
const store = new Store();

/** The record's own fields; related ones only where `include` asked for them, as the rest is not in the cache. */
function plain(book, included) {
  return {
    id: book.id,
    title: book.title,
    price: book.price,
    author: included.includes('author') && book.author ? { id: book.author.id, name: book.author.name } : undefined,
    reviews: included.includes('reviews') ? [...book.reviews].map(({ headline }) => headline) : undefined,
  };
}

async function answer({ id, url, included }) {
  try {
    const { content } = await store.request({ url });
    const books = (Array.isArray(content.data) ? content.data : [content.data]).map((book) => plain(book, included));
    const next = await content.next?.();
    return {
      id,
      document: { books, meta: content.meta, links: content.links, nextIds: next?.data?.map((book) => book.id) },
    };
  } catch (error) {
    const code = error.content?.errors?.[0]?.code ?? error.errors?.[0]?.code;
    return { id, failure: code ?? String(error.stack ?? error) };
  }
}

process.on('message', async (message) => process.send(await answer(message)));
process.send({ ready: true });
