/**
 * `/<type>/<id>/_similar`: the items most similar to an item, addressed like a relationship of its type.
 *
 * Elsewhere: the index of similar items (index/segment).
 */
import type { ContentType, RelationshipField } from '../../content/model/index.js';

/** The path segment for similar items, in place of a relationship. Names of fields do not begin with `_`. */
export const SIMILAR_PATH = '_similar';

/** @returns a relationship from a type to itself, whose targets are the similar items */
export const similarRelationship = ({ name }: ContentType): RelationshipField => ({
  name: SIMILAR_PATH,
  type: 'relationship',
  to: [name],
  many: true,
});

/** @returns the detail for a type without an index of similar items */
export const explainNoSimilar = ({ name }: ContentType): string =>
  `"${name}" has no index of similar items: write "similar": true into that type in model.json, and build again.`;

/** Whether the request asks for similar items. */
export const isSimilarRequest = ({ relationship }: { readonly relationship: RelationshipField }): boolean =>
  relationship.name === SIMILAR_PATH;
