/**
 * The large worlds that a database is compared on, random requests to them, and answers as comparable texts.
 *
 * Elsewhere: small random worlds (testing/worlds), random searches (searches).
 */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { generateExport } from '../../data/generate/generate.js';
import { RequestError } from '../../src/content/errors/index.js';
import { arbitraryRequest, type RequestCase } from '../../testing/oracle/arbitraries/index.js';
import { ROOT } from '../../testing/root.js';
import { type World, worldOfExport } from '../../testing/worlds/worlds.js';

/** Prefix of every link. */
export const BASE = 'https://example.org/delivery/jsonapi';

const TATE = join(ROOT, '..', 'shared', 'datasets', 'tate');
export const hasTate = (): boolean => existsSync(TATE);

/** @throws errors of the build, or if the collection is missing */
export const tateWorld = (): Promise<World> => worldOfExport('Tate', TATE);

const generatedItems = 20_000;

export async function generatedWorld(seed: number): Promise<World> {
  const folder = join(tmpdir(), `stele-postgres-${process.pid}`);
  try {
    await generateExport(folder, { items: generatedItems, seed });
    return await worldOfExport('generated export', folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const isCounting = ({ request }: RequestCase): boolean =>
  'counting' in request && request.counting !== undefined;

/** Draws requests, up to half of them with facets or statistics, which few random requests have. Drawing for large worlds is slow. */
export function requestsFor({ oracle, isLarge }: World, seed: number, count: number): readonly RequestCase[] {
  const drawn = fc.sample(arbitraryRequest(oracle), { seed, numRuns: (isLarge ? 2 : 10) * count });
  const counting = drawn.filter(isCounting).slice(0, count / 2);
  return [...counting, ...drawn.filter((one) => !isCounting(one)).slice(0, count - counting.length)];
}

/** @returns the document, or the error codes of the refusal */
export async function answerText(answering: () => Buffer | Promise<Buffer>): Promise<string> {
  try {
    return (await answering()).toString();
  } catch (error) {
    // An answer of 500, which differs from every answer of the other side.
    if (!(error instanceof RequestError)) return `FAILED ${String(error)}`;
    return [...new Set(error.problems.map(({ code }) => code))].join();
  }
}
