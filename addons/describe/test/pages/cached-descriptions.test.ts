/**
 * Tests of the cache of descriptions: it is bounded, and a failure is not cached.
 */
import { describe, expect, it } from 'vitest';
import { contentModel, contentType } from '../../../../src/content/model/index.js';
import { staticFile } from '../../../../src/server/index.js';
import type { Variant } from '../../openapi/variant.js';
import { CachedDescriptions, VARIANT_LIMIT, WAITING_LIMIT } from '../../pages/cached-descriptions.js';

const TYPE_COUNT = 2 * VARIANT_LIMIT;
const model = contentModel(
  'many',
  Array.from({ length: TYPE_COUNT }, (_, index) => contentType(`type${index}`, [])),
);
const ALL: Variant = { types: undefined, filters: 'all' };
const variants = [...model.contentTypes.values()].map((type): Variant => ({ types: [type], filters: 'all' }));

describe('the cached descriptions', () => {
  it('more variants than the limit › the oldest ones are written again; the complete description is not', async () => {
    const descriptions = new CachedDescriptions();
    let written = 0;
    const read = (variant: Variant): Promise<unknown> =>
      descriptions.read(variant, async () => {
        written += 1;
        return staticFile('text/plain', variant.types?.[0]?.name ?? 'all');
      });
    await read(ALL);
    for (const variant of variants) await read(variant);
    expect(written).toBe(TYPE_COUNT + 1);
    await read(ALL);
    for (const variant of variants.slice(-VARIANT_LIMIT)) await read(variant);
    expect(written).toBe(TYPE_COUNT + 1);
    await read(variants[0] ?? ALL);
    expect(written).toBe(TYPE_COUNT + 2);
    await read({ ...ALL, filters: 'few' });
    expect(written).toBe(TYPE_COUNT + 3);
  });

  it('too many variants waiting › 503, except for the complete one and known ones; later ones are written', async () => {
    const descriptions = new CachedDescriptions();
    const file = staticFile('text/plain', 'some');
    let written = 0;
    let begin = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const write = async (): Promise<typeof file> => {
      await begun;
      written += 1;
      return file;
    };
    const [known = ALL, ...others] = variants;
    const busy = [known, ...others.slice(0, WAITING_LIMIT - 1)].map((variant) => descriptions.read(variant, write));
    const [next = ALL] = others.slice(WAITING_LIMIT);
    await expect(descriptions.read(next, write)).rejects.toMatchObject({ status: 503 });
    const complete = descriptions.read(ALL, write);
    const again = descriptions.read(known, write);
    begin();
    await Promise.all([...busy, complete, again]);
    expect(written).toBe(WAITING_LIMIT + 1);
    expect(await descriptions.read(next, async () => file)).toBe(file);
  });

  it('a failure › the next request writes the description', async () => {
    const descriptions = new CachedDescriptions();
    await expect(descriptions.read(ALL, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    const file = staticFile('text/plain', 'all');
    expect(await descriptions.read(ALL, async () => file)).toBe(file);
  });
});
