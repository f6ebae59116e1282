/**
 * The document at the delivery root: a link for each content type, and its number of items.
 *
 * Its size depends on the model alone, not on the content.
 */
import type { RenderedSpace } from './rendered-space.js';

/** @param query at the end of every link. @returns JSON */
export function rootDocument(space: RenderedSpace, base: string, query: string): string {
  const types = [...space.types.values()];
  const links = new Map([['self', `${base}${query}`]]);
  // A type named "self" is listed only in `meta`, because the link `self` is the document's own.
  for (const { name } of types) if (!links.has(name)) links.set(name, `${base}/${name}${query}`);
  const contentTypes = types.map(({ name, segment }) => ({
    name,
    items: segment.size,
    href: `${base}/${name}${query}`,
  }));
  const locales = space.model.locales.map(({ code }) => code);
  const fallbacks = space.model.locales.flatMap(({ code, fallback }) =>
    fallback === undefined ? [] : [[code, fallback]],
  );
  return JSON.stringify({
    jsonapi: { version: '1.1' },
    links: Object.fromEntries(links),
    meta: {
      space: space.model.space,
      ...(locales.length > 0 && { locales }),
      ...(fallbacks.length > 0 && { fallbacks: Object.fromEntries(fallbacks) }),
      contentTypes,
    },
  });
}
