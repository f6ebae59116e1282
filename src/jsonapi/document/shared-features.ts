/**
 * `shared` in the `meta` of a similar item: the words, tags and links that it shares with the requested item, the most
 * significant first. Elsewhere: the index of similar items (index/segment).
 */
import { labelGroup } from '../../engine/facets/index.js';
import type { SimilarItem, TypeSegment } from '../../index/segment/index.js';
import type { MetaMember, RenderedSegment } from './meta.js';

/** @param items of one type. @returns the writer of `shared` */
export function sharedFeaturesMember(items: readonly SimilarItem[]): MetaMember {
  const byDoc = new Map(items.map((item) => [item.doc, item.shared]));
  return ({ type: { segment }, doc }) => `"shared":${sharedFeaturesJson(segment, byDoc.get(doc) ?? [])}`;
}

/** @param features shared by a similar item. @returns the value of `shared`, as JSON */
export function sharedFeaturesJson(
  { similar }: Pick<RenderedSegment | TypeSegment, 'similar'>,
  features: readonly number[],
): string {
  // A word may occur twice, if fields are searched by different rules.
  const words = new Set<string>();
  const values = { tags: new Map<string, unknown[]>(), links: new Map<string, unknown[]>() };
  for (const feature of features) {
    const named = similar?.featureOf(feature);
    if (named === undefined) continue;
    if ('word' in named) words.add(named.word);
    else {
      const { field, index, term } = named;
      const fields = values[index.kind === 'links' ? 'links' : 'tags'];
      const { value } = labelGroup(index, { grouping: { kind: 'values' } }, undefined, term);
      fields.set(field, [...(fields.get(field) ?? []), value]);
    }
  }
  const [tags, links] = [values.tags, values.links].map((fields) => fields.size > 0 && Object.fromEntries(fields));
  return JSON.stringify({
    ...(words.size > 0 && { words: [...words] }),
    ...(tags && { tags }),
    ...(links && { links }),
  });
}
