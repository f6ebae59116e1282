/**
 * An application of Ember Data as they are written: models, JSONAPIAdapter and JSONAPISerializer with the few names that
 * an API of its own asks for, found in Ember's own container. One question a message, for a blog.
 *
 * Messages in: `{id, method, args}`, a method of the store. Messages out: `{id, posts, meta}`, or `{id, errors}`.
 */
import { Registry } from '@ember/-internals/container';
import { setOwner } from '@ember/application';
import { setupSignals } from '@warp-drive/core/configure';
import { JSONAPICache } from '@warp-drive/json-api';
import { useLegacyStore } from '@warp-drive/legacy';
import { JSONAPIAdapter } from '@warp-drive/legacy/adapter/json-api';
import Model, { attr, belongsTo, hasMany } from '@warp-drive/legacy/model';
import { JSONAPISerializer } from '@warp-drive/legacy/serializer/json-api';

// Nothing is rendered here, so a signal has nobody to tell.
setupSignals(() => ({
  createSignal: () => ({}),
  notifySignal() {},
  consumeSignal() {},
  createMemo: (_object, _key, compute) => compute,
  willSyncFlushWatchers: () => false,
}));

const base = new URL(process.argv[2]);

class ApplicationAdapter extends JSONAPIAdapter {
  host = base.origin;
  namespace = base.pathname.slice(1);

  /** Ember's own would be `blog-posts`. */
  pathForType(name) {
    return name === 'core-image' ? name : name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
  }

  buildQuery(snapshot) {
    return { ...super.buildQuery(snapshot), ...snapshot.adapterOptions };
  }
}

class ApplicationSerializer extends JSONAPISerializer {
  /** Ember's own would be `main-content`. */
  keyForAttribute(name) {
    return name;
  }

  keyForRelationship(name) {
    return name;
  }
}

/** A model without the syntax of decorators, which Node does not read. */
function model(fields) {
  class Defined extends Model {}
  for (const [name, decorate] of Object.entries(fields)) {
    const descriptor = { configurable: true, enumerable: true, writable: true, initializer: null };
    Object.defineProperty(Defined.prototype, name, decorate(Defined.prototype, name, descriptor));
  }
  return Defined;
}

const related = { async: true, inverse: null };
const parts = {
  'adapter:application': ApplicationAdapter,
  'serializer:application': ApplicationSerializer,
  'model:blog-post': model({
    slug: attr(),
    title: attr(),
    publishedAt: attr(),
    mainContent: attr(),
    author: belongsTo('author', related),
    coverImage: belongsTo('core-image', related),
    gallery: hasMany('core-image', related),
  }),
  'model:author': model({ name: attr(), photo: belongsTo('core-image', related) }),
  'model:core-image': model({ url: attr(), altText: attr(), width: attr(), assetId: attr() }),
};

const Store = useLegacyStore({ legacyRequests: true, cache: JSONAPICache, linksMode: false });
const registry = new Registry();
const owner = {};
const container = registry.container({ owner });
owner.lookup = (name, options) => container.lookup(name, options);
owner.factoryFor = (name) => container.factoryFor(name);
owner.hasRegistration = (name) => registry.has(name);
owner.resolveRegistration = (name) => registry.resolve(name);
for (const [name, part] of Object.entries(parts)) registry.register(name, part);
registry.register('service:store', {
  create(given) {
    const store = new Store(given);
    setOwner(store, owner);
    return store;
  },
});
const store = owner.lookup('service:store');

const image = (found) =>
  found && { url: found.url, altText: found.altText, width: found.width, assetId: found.assetId };

/** What a template would show; what was not included is loaded by its link. */
async function plain(post) {
  const author = await post.author;
  return {
    id: post.id,
    slug: post.slug,
    title: post.title,
    mainContent: post.mainContent,
    author: author && { id: author.id, name: author.name, photo: image(await author.photo) },
    coverImage: image(await post.coverImage),
    gallery: [...(await post.gallery)].map(image),
  };
}

async function answer({ id, method, args }) {
  try {
    const found = await store[method](...args);
    const posts = [];
    for (const post of Array.isArray(found) ? found : [found]) posts.push(await plain(post));
    return { id, posts, meta: found.meta };
  } catch (error) {
    return { id, errors: error.errors ?? String(error.stack ?? error) };
  }
}

process.on('message', async (message) => process.send(await answer(message)));
process.send({ ready: true });
