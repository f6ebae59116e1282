/**
 * What the path of a request addresses, and what may be asked of it.
 */
import { InvariantError } from '../../../content/errors/index.js';
import type { ContentModel, ContentType, RelationshipField } from '../../../content/model/index.js';

export type Endpoint =
  /** The list of content types. */
  | { readonly kind: 'root' }
  | { readonly kind: 'collection'; readonly type: ContentType }
  | { readonly kind: 'item'; readonly type: ContentType; readonly id: string }
  | {
      readonly kind: 'related' | 'linkage';
      readonly type: ContentType;
      readonly id: string;
      readonly relationship: RelationshipField;
    };

/** Which parameters an endpoint answers. */
export interface Accepts {
  /** `filter`, `sort`, `_facet`, `_stats` and `_highlight`. */
  readonly filter: boolean;
  /** `include`, `fields` and `page[<relationship>]`. */
  readonly include: boolean;
  /** `page[limit]` and `page[skip]`. */
  readonly page: boolean;
}

const NOTHING: Accepts = { filter: false, include: false, page: false };
const LIST: Accepts = { filter: true, include: true, page: true };
const SINGLE: Accepts = { filter: false, include: true, page: false };
const LINKAGE: Accepts = { filter: false, include: false, page: true };

export function acceptedBy(endpoint: Endpoint): Accepts {
  switch (endpoint.kind) {
    case 'root':
      return NOTHING;
    case 'collection':
      return LIST;
    case 'item':
      return SINGLE;
    case 'related':
      return endpoint.relationship.many ? LIST : SINGLE;
    case 'linkage':
      return endpoint.relationship.many ? LINKAGE : NOTHING;
  }
}

/** @returns what the endpoint gives, as the subject of a sentence */
export function describe(endpoint: Endpoint): string {
  switch (endpoint.kind) {
    case 'root':
      return 'The root';
    case 'collection':
      return 'A list';
    case 'item':
      return 'A single item';
    case 'related':
      return endpoint.relationship.many
        ? 'A list of related items'
        : `The related item of the to-one relationship "${endpoint.relationship.name}"`;
    case 'linkage':
      return endpoint.relationship.many
        ? 'The linkage of a relationship'
        : `The linkage of the to-one relationship "${endpoint.relationship.name}"`;
  }
}

/** @returns the sentence that ends a message about a parameter that is not answered: which ones are */
export function parametersOf(accepts: Accepts, hasLocales: boolean): string {
  const known: string[] = [];
  if (accepts.filter) known.push('filter[<field>][<operator>]', 'sort');
  if (accepts.include) known.push('include', 'fields[<type>]');
  if (accepts.page) known.push('page[limit]', 'page[skip]');
  if (accepts.include) known.push('page[<relationship>][limit]', 'page[<relationship>][skip]');
  if (accepts.filter) known.push('_facet[<field>]', '_stats', '_highlight');
  if (hasLocales) known.push('localeCode');
  return known.length === 0 ? 'This path takes no parameters.' : `The parameters here are: ${known.join(', ')}.`;
}

/** @returns the content types a relationship may lead to, at least one */
export function targetsOf(model: ContentModel, relationship: RelationshipField): readonly ContentType[] {
  return relationship.to.map((name) => {
    const type = model.contentTypes.get(name);
    if (type === undefined) throw new InvariantError(`the model has no "${name}", where "${relationship.name}" leads`);
    return type;
  });
}

/** @param model as one locale has it. @returns the endpoint with that locale's types */
export function endpointIn(model: ContentModel, endpoint: Endpoint): Endpoint {
  if (endpoint.kind === 'root') return endpoint;
  const type = model.contentTypes.get(endpoint.type.name);
  return type === undefined ? endpoint : { ...endpoint, type };
}

/** Whether two relationships lead to the same types, in the same order: where many types share a name, most do. */
export const leadAlike = (a: RelationshipField, b: RelationshipField): boolean =>
  a.to === b.to || (a.to.length === b.to.length && a.to.every((name, i) => name === b.to[i]));

/** @returns the content types of the primary data: one, or those of a relationship to several; none at the root */
export function primaryTypes(model: ContentModel, endpoint: Endpoint): readonly ContentType[] {
  switch (endpoint.kind) {
    case 'root':
      return [];
    case 'collection':
    case 'item':
      return [endpoint.type];
    case 'related':
    case 'linkage':
      return targetsOf(model, endpoint.relationship);
  }
}
