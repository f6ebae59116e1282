/**
 * Two nights of a space, built and opened, and what a cache that was filled on the first would have to drop.
 */
import { join } from 'node:path';
import fc from 'fast-check';
import { buildSnapshot } from '../../../build/publish/index.js';
import { RequestError } from '../../../src/content/errors/index.js';
import { LIMITS, type SnapshotId } from '../../../src/content/model/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { openSnapshot, type Space } from '../../../src/index/snapshot/index.js';
import {
  answer,
  type CollectionRequest,
  dependencies,
  joinKeys,
  parseRequest,
  type Resource,
  type Shape,
} from '../../../src/jsonapi/index.js';
import { findPurge, openPair, type Purge } from '../../../src/ship/diff/index.js';
import { arbitraryRequest, type RequestCase } from '../../../testing/oracle/arbitraries/index.js';
import { type OracleSpace, writeExport } from '../../../testing/oracle/index.js';

/** Below an item's path its related items, and what they include. */
export const STEPS_MAXIMUM = LIMITS.includeDepth + 1;

export interface Nights {
  readonly before: Space;
  readonly after: Space;
  readonly purge: Purge;
}

/** @param folder a new one */
export async function builtNights(folder: string, before: OracleSpace, after: OracleSpace): Promise<Nights> {
  const snapshots = join(folder, 'snapshots');
  const build = async (name: string, space: OracleSpace): Promise<SnapshotId> => {
    writeExport(space, join(folder, name));
    return (await buildSnapshot(join(folder, name), snapshots, { files: diskFiles, strict: false })).snapshot;
  };
  const [a, b] = [await build('before', before), await build('after', after)];
  return {
    before: await openSnapshot(diskFiles, snapshots, a),
    after: await openSnapshot(diskFiles, snapshots, b),
    purge: await findPurge(await openPair(diskFiles, { folder: snapshots, id: a }, { folder: snapshots, id: b })),
  };
}

export interface Kept {
  readonly document: string;
  /** As they stand in the header. */
  readonly keys: readonly string[];
}

/** @returns undefined where the request is refused, which no cache keeps */
export function ask(space: Space, { path, search }: Pick<RequestCase, 'path' | 'search'>, base = ''): Kept | undefined {
  try {
    const request = parseRequest(space.model, path, search);
    const shown: Resource[] = [];
    const document = answer(space, request, base, { writtenResources: shown }).toString();
    return { document, keys: joinKeys(dependencies(space.model, request, shown), ' ').split(' ') };
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

export const drawRequests = (space: OracleSpace, seed: number, count: number): readonly RequestCase[] =>
  fc.sample(fc.noBias(arbitraryRequest(space)), { seed, numRuns: count });

export async function setOf(texts: AsyncIterable<string>): Promise<ReadonlySet<string>> {
  const set = new Set<string>();
  for await (const text of texts) set.add(text);
  return set;
}

const depthOf = (shape: Shape): number =>
  Math.max(0, ...Array.from(shape.includes.values(), (next) => 1 + depthOf(next)));

/** How many relationships the answer reaches across. */
export function stepsOf({ request }: RequestCase): number {
  switch (request.kind) {
    case 'collection':
      return Math.max(depthOf(request.shape), stepsOfFacets(request));
    case 'item':
      return depthOf(request.shape);
    case 'related':
      return 1 + Math.max(depthOf(request.shape), stepsOfFacets(request));
    case 'linkage':
      return 0;
  }
}

/** Facets may put the related items that they count beside the list, as `include` does. */
const stepsOfFacets = ({ counting }: Pick<CollectionRequest, 'counting'>): number =>
  counting !== undefined && counting.included.size > 0 ? 1 : 0;

/** Whether dropping these paths, those of items with all that is below them, drops the canonical path. */
export function isDropped(paths: ReadonlySet<string>, canonicalPath: string): boolean {
  const [, type, id] = canonicalPath.split('/');
  if (id === undefined) return paths.has(canonicalPath);
  return paths.has(`/${type}/${id}`);
}
