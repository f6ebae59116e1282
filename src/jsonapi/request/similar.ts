/**
 * `/<type>/<id>/_similar`: the items most like an item, addressed as if they were a relationship of its type.
 */
import type { ContentType, RelationshipField } from '../../content/model/index.js';

/** The path segment for similar items, in place of a relationship; no field's name begins with `_`. */
export const SIMILAR_PATH = '_similar';

/** @returns the items most like each of a type, as a relationship of it */
export const similarRelationship = ({ name }: ContentType): RelationshipField => ({
  name: SIMILAR_PATH,
  type: 'relationship',
  to: [name],
  many: true,
});

export const explainNoSimilar = ({ name }: ContentType): string =>
  `"${name}" has no index of similar items: write "similar": true into that type in model.json, and build again.`;

/** Whether the request asks for similar items. */
export const isSimilarRequest = ({ relationship }: { readonly relationship: RelationshipField }): boolean =>
  relationship.name === SIMILAR_PATH;
