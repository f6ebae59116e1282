/**
 * The folders of `src/server` as layers, from the lowest to the highest, and which lower ones each imports.
 */
export const SERVER_LAYERS: Readonly<Record<string, readonly string[]>> = {
  // Names of headers, and everything that is read of a request's head.
  http: [],
  // Secrets, and the file of keys.
  keys: [],
  // Checks and defaults of options.
  options: [],
  // Whether a request's key opens the content.
  access: ['keys'],
  // Media types, content codings, entity tags, CORS.
  negotiate: ['http', 'options'],
  // Answers that are kept across requests.
  cache: ['http', 'negotiate'],
  // The spaces that are served: status, mounts, sites, the target of a request.
  spaces: ['cache', 'http', 'negotiate', 'options'],
  // Sockets, and the responses on them.
  wire: ['access', 'http', 'keys', 'spaces'],
  // How the allowed memory is divided.
  memory: ['options', 'wire'],
  // Snapshots that replace others while the server runs.
  follow: ['access', 'memory', 'spaces'],
  // Content: admission, finding an answer, sending it.
  deliver: ['access', 'cache', 'http', 'negotiate', 'options', 'spaces', 'wire'],
  metrics: ['access', 'cache', 'spaces', 'wire'],
  // Everything beside the content: health, metrics, pages of add-ons.
  pages: ['access', 'http', 'keys', 'metrics', 'negotiate', 'spaces', 'wire'],
  // Koa and its routes.
  routing: ['access', 'deliver', 'http', 'keys', 'negotiate', 'pages', 'spaces', 'wire'],
  // One running server.
  run: ['access', 'deliver', 'follow', 'http', 'metrics', 'negotiate', 'options', 'pages', 'routing', 'spaces', 'wire'],
  engine: ['access', 'memory', 'run', 'spaces'],
  threads: ['access', 'follow', 'memory', 'metrics', 'options', 'pages', 'run', 'spaces', 'wire'],
  // `index.ts` and `serve.ts`.
  '.': [
    'access',
    'engine',
    'follow',
    'http',
    'memory',
    'negotiate',
    'options',
    'pages',
    'run',
    'spaces',
    'threads',
    'wire',
  ],
};
