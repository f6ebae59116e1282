/**
 * Endpoints: the targets that the path of a request can address, and their content types.
 */
import { InvariantError } from '../../content/errors/index.js';
import type { ContentModel, ContentType, RelationshipField } from '../../content/model/index.js';

export type Endpoint =
  /** The list of content types. */
  | { readonly kind: 'root' }
  | { readonly kind: 'collection'; readonly type: ContentType }
  /** All types with searched fields, or some of them. */
  | { readonly kind: 'search'; readonly types: readonly ContentType[] }
  | { readonly kind: 'item'; readonly type: ContentType; readonly id: string }
  | {
      readonly kind: 'related' | 'linkage';
      readonly type: ContentType;
      readonly id: string;
      readonly relationship: RelationshipField;
    };

/** Suggestions for typed text, from all types with searched fields. */
export interface SuggestEndpoint {
  readonly kind: 'suggest';
  readonly types: readonly ContentType[];
}

/** @returns the content types of the items that a relationship may link to, at least one */
export function targetsOf(model: ContentModel, relationship: RelationshipField): readonly ContentType[] {
  return relationship.to.map((name) => {
    const type = model.contentTypes.get(name);
    if (type === undefined) throw new InvariantError(`the model has no "${name}", where "${relationship.name}" leads`);
    return type;
  });
}

/** @param model of one locale. @returns the endpoint with that locale's types */
export function endpointIn(model: ContentModel, endpoint: Endpoint): Endpoint {
  if (endpoint.kind === 'root') return endpoint;
  const inModel = (type: ContentType): ContentType => model.contentTypes.get(type.name) ?? type;
  if (endpoint.kind === 'search') return { ...endpoint, types: endpoint.types.map(inModel) };
  return { ...endpoint, type: inModel(endpoint.type) };
}

/** Whether two relationships lead to the same types, in the same order. Fields of one name in several types usually do. */
export const leadAlike = (a: RelationshipField, b: RelationshipField): boolean =>
  a.to === b.to || (a.to.length === b.to.length && a.to.every((name, i) => name === b.to[i]));

/** @returns the content types of the primary data: one, or several for a search or a relationship to several; none at the root */
export function primaryTypes(model: ContentModel, endpoint: Endpoint): readonly ContentType[] {
  switch (endpoint.kind) {
    case 'root':
      return [];
    case 'collection':
    case 'item':
      return [endpoint.type];
    case 'search':
      return endpoint.types;
    case 'related':
    case 'linkage':
      return targetsOf(model, endpoint.relationship);
  }
}
