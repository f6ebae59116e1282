/**
 * The endpoints of one content type: its list, its items, and their related and similar items.
 *
 * A description with few filters has only the list and the items.
 * Elsewhere: the endpoints of the whole space (space-endpoints).
 */
import {
  type ContentModel,
  type ContentType,
  defaultLinkLimit,
  type RelationshipField,
} from '../../../src/content/model/index.js';
import { SIMILAR_PATH } from '../../../src/jsonapi/index.js';
import { writeParagraphs } from '../descriptive-texts.js';
import type { DocumentSchemas } from '../schema/documents.js';
import type { Schema } from '../schema/json-schema.js';
import { pascalCase } from './component-names.js';
import type { OwnedParameter } from './list-parameters.js';
import type { Operations } from './operations.js';
import type { ParameterComponents, ParameterContext } from './parameter-components.js';
import { linkagePageParameters, localeParameters } from './parameters.js';
import type { DocumentResponse } from './responses.js';

/** The parts of a description to which endpoints are added. */
export interface DescriptionParts extends ParameterContext {
  readonly parameters: ParameterComponents;
  readonly documents: DocumentSchemas;
  readonly operations: Operations;
}

/** The tag of a type is its name. */
export const describeTag = (type: ContentType): Schema => {
  const paragraphs = writeParagraphs(type);
  return { name: type.name, description: paragraphs.length === 0 ? `Items of ${type.name}.` : paragraphs.join('\n\n') };
};

/** Yields an empty text after each endpoint. */
export function* addTypeEndpoints(parts: DescriptionParts, type: ContentType): Generator<string, void> {
  const { ownerNames, parameters, documents, operations, samples, amount } = parts;
  const { name } = type;
  const owner = ownerNames.ofType(name);
  const id = parameters.id(name);
  operations.add({
    path: `/${name}`,
    id: ['list', owner],
    tag: name,
    summary: `Items of ${name}`,
    parameters: parameters.typeList(owner, type),
    response: listResponse(parts, owner, [type]),
  });
  yield '';
  operations.add({
    path: `/${name}/{id}`,
    id: ['get', owner],
    tag: name,
    summary: `One item of ${name}`,
    parameters: [id, ...parameters.item(owner, [type])],
    response: {
      name: `${owner}Document`,
      description: `An item of ${name}.`,
      document: documents.item(owner, [type], false),
      example: amount === 'few' ? undefined : samples.get(name)?.single,
    },
  });
  yield '';
  if (amount === 'few') return;
  for (const field of type.relationships) yield* addRelationship(parts, type, field, id);
  if (type.similar !== true) return;
  operations.add({
    path: `/${name}/{id}/${SIMILAR_PATH}`,
    id: ['similar', owner],
    tag: name,
    summary: `Items similar to one item of ${name}`,
    parameters: [id, ...parameters.list(owner, [type])],
    response: listResponse(parts, owner, [type]),
  });
  yield '';
}

function listResponse(
  { documents, samples, amount }: DescriptionParts,
  owner: string,
  types: readonly ContentType[],
): DocumentResponse {
  const names = types.map(({ name }) => name);
  const isSampled = names.length === 1 && amount === 'all';
  return {
    name: `${owner}List`,
    description: `Items of ${names.join(', ')}.`,
    document: documents.list(owner, types),
    example: isSampled ? samples.get(names[0] ?? '')?.list : undefined,
  };
}

/** Adds the endpoints of a relationship: the related items, and their types and ids. */
function* addRelationship(
  parts: DescriptionParts,
  type: ContentType,
  field: RelationshipField,
  itemId: Schema,
): Generator<string, void> {
  const { model, ownerNames, parameters, documents, operations } = parts;
  const { name } = type;
  const types = field.to.flatMap((to) => model.contentTypes.get(to) ?? []);
  const ownNames = [ownerNames.ofType(name), pascalCase(field.name)];
  // For one target type the parameters are those of its list; for several, the parameters that all of them have.
  const owner =
    field.to.length === 1 ? ownerNames.ofType(field.to[0] ?? '') : ownerNames.ofRelationship(name, field.name);
  const response: DocumentResponse = field.many
    ? listResponse(parts, owner, types)
    : {
        name: `${owner}DocumentOrNone`,
        description: `An item of ${field.to.join(' or ')}, or none.`,
        document: documents.item(owner, types, true),
      };
  const relatedParameters = field.many ? parameters.list(owner, types) : parameters.item(owner, types);
  operations.add({
    path: `/${name}/{id}/${field.name}`,
    id: ['related', ...ownNames],
    tag: name,
    summary: `Related items: ${field.name} of one item of ${name}`,
    parameters: [itemId, ...relatedParameters],
    response,
  });
  yield '';
  operations.add({
    path: `/${name}/{id}/relationships/${field.name}`,
    id: ['linkage', ...ownNames],
    tag: name,
    summary: `Types and ids of related items: ${field.name} of one item of ${name}`,
    parameters: [itemId, ...parameters.add('', linkageParameters(model, field), types)],
    response: {
      name: `${owner}${field.many ? 'ToMany' : 'ToOne'}Linkage`,
      description: 'Types and ids of related items.',
      document: documents.linkage(type, field),
    },
  });
  yield '';
}

const linkageParameters = (model: ContentModel, field: RelationshipField): readonly OwnedParameter[] =>
  [...(field.many ? linkagePageParameters(defaultLinkLimit(field)) : []), ...localeParameters(model)].map(
    (parameter) => ({ ...parameter, isShared: true }),
  );
