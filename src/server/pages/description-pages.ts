/**
 * `/docs`: a page that shows a description, drawn by Swagger UI, whose files are copied beside this module when it is
 * compiled. Nothing is fetched from another host, and the policy allows none.
 *
 * `/openapi.json` for each space, `/docs` to read it, and `/profile`: the interface, described.
 *
 * A description is made when it is first asked for, and kept while its snapshot is served.
 */

import { readFile } from 'node:fs/promises';
import type { ParameterizedContext } from 'koa';
import { openApi, PROFILE } from '../../api/describe/index.js';
import type { AnySpace } from '../../api/jsonapi/index.js';
import { RequestError } from '../../content/errors/index.js';
import { checkOpened } from '../access/gate.js';
import { type Mount, mountFor, type RequestState } from '../deliver/mounts.js';
import { PROFILE_PATH, profileOf } from '../negotiate/media-types.js';
import { type Page, REVALIDATED, type StaticFile, sendFile, staticFile } from './page.js';

interface Reference {
  readonly files: readonly { readonly path: string; readonly page: StaticFile }[];
  readonly headers: Readonly<Record<string, string>>;
}

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLES = 'text/css; charset=utf-8';

/** Those of the renderer, as they are called beside this module. */
const RENDERER = [
  { name: 'swagger-ui-bundle.js', type: SCRIPT },
  { name: 'swagger-ui.css', type: STYLES },
] as const;

/** Where they are for what runs from sources, as tests do. */
const FROM_SOURCES = '../../../dist/src/server/pages/reference';

const START = `SwaggerUIBundle({
  url: document.body.dataset.description,
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 3,
  supportedSubmitMethods: ['get'],
  validatorUrl: null,
  // Entered in the explorer, and kept by this tab.
  requestInterceptor(request) {
    const key = sessionStorage.getItem('stele.access-key');
    if (key && new URL(request.url, location.href).origin === location.origin) {
      request.headers.Authorization = 'Bearer ' + key;
    }
    return request;
  },
});
`;

/** The renderer sets styles as attributes and draws its marks from data URLs; scripts come from here alone. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

/**
 * @param folders where the files of the renderer may be, relative to this module
 * @returns undefined if they are not there
 */
export async function readReference(folders = ['./reference', FROM_SOURCES]): Promise<Reference | undefined> {
  const read = async ({ name }: (typeof RENDERER)[number]): Promise<Buffer | undefined> => {
    const at = (folder: string): Promise<Buffer> => readFile(new URL(`${folder}/${name}`, import.meta.url));
    return Promise.any(folders.map(at)).catch(() => undefined);
  };
  const found = await Promise.all(RENDERER.map(read));
  const files = RENDERER.flatMap(({ name, type }, index) => {
    const bytes = found[index];
    return bytes === undefined ? [] : [{ path: `/docs/${name}`, page: staticFile(type, bytes) }];
  });
  if (files.length < RENDERER.length) return undefined;
  const start = { path: '/docs/start.js', page: staticFile(SCRIPT, START) };
  return { files: [...files, start], headers: { 'Content-Security-Policy': POLICY, 'Referrer-Policy': 'no-referrer' } };
}

/**
 * Addresses are relative, so that the page works behind any public URL.
 *
 * @param isBelow whether the page stands below the name of a space
 */
function referencePage(space: string, description: string, isBelow: boolean): StaticFile {
  const files = isBelow ? '../docs' : 'docs';
  return staticFile(
    'text/html; charset=utf-8',
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(space)}: delivery API</title>
<link rel="stylesheet" href="${files}/swagger-ui.css">
<link rel="icon" href="data:,">
</head>
<body data-description="${description}">
<div id="reference"></div>
<noscript>The reference needs scripts; the description itself is <a href="${description}">${description}</a>.</noscript>
<script src="${files}/swagger-ui-bundle.js"></script>
<script src="${files}/start.js"></script>
</body>
</html>
`,
  );
}

const OPENAPI_FILE = 'openapi.json';
const DOCS = 'docs';

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

type Context = ParameterizedContext<RequestState>;

/** Behind `/`, or behind the space's name where there are several. */
const prefixOf = ({ served }: Mount, mounts: readonly Mount[]): string =>
  mounts.length === 1 ? '' : `/${served.name}`;

/**
 * @param reference what shows descriptions; undefined where it is not compiled
 * @param publicUrl `''` or a URL without a slash at its end
 * @param keys      whether every request needs a key
 */
export function descriptionPages(
  mounts: readonly Mount[],
  publicUrl: string,
  reference: Reference | undefined,
  keys: boolean,
): readonly Page[] {
  const made = new WeakMap<AnySpace, StaticFile>();
  const byPrefix = new Map(mounts.map((mount) => [prefixOf(mount, mounts), mount]));
  const pattern = mounts.length === 1 ? '' : '/:space';
  const pathsOf = (file: string): readonly string[] => [...byPrefix.keys()].map((prefix) => `${prefix}/${file}`);

  const spaceAt = (ctx: Context, file: string): { mount: Mount; space: AnySpace } => {
    const prefix = ctx.path.slice(0, -file.length - 1);
    const published = byPrefix.get(prefix);
    if (published === undefined) {
      const detail = `There is no space "${prefix.slice(1)}" here. The spaces are: ${mounts.map(({ served }) => served.name).join(', ')}.`;
      throw new RequestError([{ code: 'NotFound', detail }]);
    }
    checkOpened(ctx.state, published.served.name);
    const mount = mountFor(published, ctx.state.previews);
    const { space } = mount.served;
    if (space !== undefined) return { mount, space };
    const detail = `The space "${mount.served.name}" has no snapshot loaded; try again later.`;
    throw new RequestError([{ code: 'Unavailable', detail }]);
  };

  const descriptionOf = ({ mount, space }: { mount: Mount; space: AnySpace }): StaticFile => {
    let page = made.get(space);
    if (page === undefined) {
      const options = { base: mount.base, profile: profileOf(publicUrl), keys };
      page = staticFile(JSON_TYPE, JSON.stringify(openApi(space.model, options)));
      made.set(space, page);
    }
    return page;
  };

  const profile = staticFile(TEXT_TYPE, PROFILE);
  return [
    {
      name: 'openapi',
      path: `${pattern}/${OPENAPI_FILE}`,
      paths: pathsOf(OPENAPI_FILE),
      handler: (ctx) => sendFile(ctx, descriptionOf(spaceAt(ctx, OPENAPI_FILE)), REVALIDATED),
    },
    { name: 'profile', path: PROFILE_PATH, isOpen: true, handler: (ctx) => sendFile(ctx, profile, REVALIDATED) },
    ...(reference === undefined
      ? []
      : [
          {
            name: 'docs',
            path: `${pattern}/${DOCS}`,
            paths: pathsOf(DOCS),
            isOpen: true,
            handler: (ctx: Context) => {
              const { space } = spaceAt(ctx, DOCS);
              const page = referencePage(space.model.space, OPENAPI_FILE, mounts.length > 1);
              return sendFile(ctx, page, REVALIDATED, reference.headers);
            },
          },
          ...reference.files.map(({ path, page }) => ({
            name: 'docs-file',
            path,
            isOpen: true,
            handler: (ctx: Context) => sendFile(ctx, page, REVALIDATED),
          })),
        ]),
  ];
}
