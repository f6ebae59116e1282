/**
 * The document at the delivery root: the content types, as links, with how many items each has.
 *
 * It is made from the model alone, whose size does not grow with the content.
 */
import type { Space } from '../../snapshot/index.js';

export function rootDocument(space: Space, base: string): string {
  const types = [...space.types.values()];
  const links = new Map([['self', base]]);
  // A type that is called "self" stands in `meta` only: the link of that name is the document's own.
  for (const { name } of types) if (!links.has(name)) links.set(name, `${base}/${name}`);
  const contentTypes = types.map(({ name, segment }) => ({ name, items: segment.size, href: `${base}/${name}` }));
  return JSON.stringify({
    jsonapi: { version: '1.1' },
    links: Object.fromEntries(links),
    meta: { space: space.model.space, contentTypes },
  });
}
