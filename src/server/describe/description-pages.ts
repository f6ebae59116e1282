/**
 * `/openapi.json` for each space, `/docs` to read it, and `/profile`: the interface, described.
 *
 * A description is made when it is first asked for, and kept while its snapshot is served.
 */
import type { ParameterizedContext } from 'koa';
import { openApi, PROFILE } from '../../api/describe/index.js';
import { type AnySpace, isEngine } from '../../api/jsonapi/index.js';
import { RequestError } from '../../content/errors/index.js';
import { checkOpened } from '../access/guarded.js';
import { type Mount, mountFor } from '../deliver/mounts.js';
import type { RequestState } from '../deliver/request-state.js';
import { PROFILE_PATH, profileOf } from '../negotiate/profile.js';
import type { Page } from '../pages/page.js';
import { REVALIDATED, type StaticFile, sendFile, staticFile } from '../pages/static-file.js';
import { type Reference, referencePage } from './reference.js';

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
      const options = { base: mount.base, profile: profileOf(publicUrl), keys, searches: !isEngine(space) };
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
