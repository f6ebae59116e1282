/**
 * The pages `/openapi.json` of each space and `/profile`, which describe the API for programs.
 *
 * A description is written at the first request and cached while its snapshot is served; of the variants of one type or with few
 * filters, the last ones are. It is written in time slices, so that the thread answers other requests meanwhile; concurrent
 * first requests share one writing. Elsewhere: `/docs` for people (the explorer).
 */

import type { ParameterizedContext } from 'koa';
import { RequestError } from '../../../src/content/errors/index.js';
import type { AnySpace } from '../../../src/jsonapi/index.js';
import {
  checkOpensSpace,
  type Mount,
  mountFor,
  OPENAPI_FILE,
  type Page,
  PROFILE_PATH,
  profileUrl,
  REVALIDATED,
  type RequestState,
  type StaticFile,
  sendFile,
  staticFile,
  staticFileInSlices,
} from '../../../src/server/index.js';
import { openApiParts } from '../openapi/document.js';
import { readSamples } from '../openapi/samples.js';
import { listSampledTypes, readVariant, type Variant } from '../openapi/variant.js';
import { PROFILE } from '../profile.js';
import { CachedDescriptions } from './cached-descriptions.js';

const JSON_TYPE = 'application/json; charset=utf-8';
const TEXT_TYPE = 'text/plain; charset=utf-8';

/** @returns the path before `/openapi.json`: empty for a single mount, otherwise a slash and the name of the space */
const pathPrefix = ({ served }: Mount, mounts: readonly Mount[]): string =>
  mounts.length === 1 ? '' : `/${served.name}`;

/**
 * @param publicUrl `''` or a URL without a slash at its end
 * @param needsKey  whether every request needs a key
 * @returns the pages `openapi` and `profile`, for the router
 */
export function descriptionPages(mounts: readonly Mount[], publicUrl: string, needsKey: boolean): readonly Page[] {
  const cachedPages = new WeakMap<AnySpace, CachedDescriptions>();
  const mountByPrefix = new Map(mounts.map((mount) => [pathPrefix(mount, mounts), mount]));

  const findSpace = (ctx: ParameterizedContext<RequestState>): { mount: Mount; space: AnySpace } => {
    const prefix = ctx.path.slice(0, -OPENAPI_FILE.length - 1);
    const publishedMount = mountByPrefix.get(prefix);
    if (publishedMount === undefined) {
      const detail = `There is no space "${prefix.slice(1)}" here. The spaces are: ${mounts.map(({ served }) => served.name).join(', ')}.`;
      throw new RequestError([{ code: 'NotFound', detail }]);
    }
    checkOpensSpace(ctx.state, publishedMount.served.name);
    const mount = mountFor(publishedMount, ctx.state.readsPreviews);
    const { space } = mount.served;
    if (space !== undefined) return { mount, space };
    const detail = `The space "${mount.served.name}" has no snapshot loaded; try again later.`;
    throw new RequestError([{ code: 'Unavailable', detail }]);
  };

  const writeDescription = async ({ base }: Mount, space: AnySpace, variant: Variant): Promise<StaticFile> => {
    const samples = await readSamples(space, base, listSampledTypes(space.model, variant));
    const options = { base, profile: profileUrl(publicUrl), keys: needsKey, samples, ...variant };
    return staticFileInSlices(JSON_TYPE, openApiParts(space.model, options));
  };
  const readDescription = async (ctx: ParameterizedContext<RequestState>): Promise<StaticFile> => {
    const { mount, space } = findSpace(ctx);
    const variant = readVariant(space.model, ctx.querystring);
    const descriptions = cachedPages.get(space) ?? new CachedDescriptions();
    cachedPages.set(space, descriptions);
    return descriptions.read(variant, () => writeDescription(mount, space, variant));
  };

  const profile = staticFile(TEXT_TYPE, PROFILE);
  return [
    {
      name: 'openapi',
      path: `${mounts.length === 1 ? '' : '/:space'}/${OPENAPI_FILE}`,
      paths: [...mountByPrefix.keys()].map((prefix) => `${prefix}/${OPENAPI_FILE}`),
      handler: async (ctx) => sendFile(ctx, await readDescription(ctx), REVALIDATED),
    },
    { name: 'profile', path: PROFILE_PATH, isOpen: true, handler: (ctx) => sendFile(ctx, profile, REVALIDATED) },
  ];
}
