/**
 * The endpoints of the whole space: the delivery root, the search of all types, and suggestions.
 *
 * Elsewhere: the endpoints of each content type (type-endpoints).
 */
import type { ContentModel, ContentType } from '../../../src/content/model/index.js';
import { primaryTypes, SEARCH_PATH, SUGGEST_PATH, searchEndpoint } from '../../../src/jsonapi/index.js';
import { rootDocumentSchema, suggestDocument } from '../schema/documents.js';
import { searchParameters } from './list-parameters.js';
import { localeParameters, suggestParameters } from './parameters.js';
import type { DescriptionParts } from './type-endpoints.js';

const TAG_NAME = 'space';

/** @returns the tag of the endpoints; `_` follows its name if a content type has the same name */
export const spaceTag = ({ contentTypes }: ContentModel): { readonly name: string; readonly description: string } => ({
  name: contentTypes.has(TAG_NAME) ? `${TAG_NAME}_` : TAG_NAME,
  description: 'The whole space.',
});

/** Yields an empty text after each endpoint. A description with few filters has no root. */
export function* addSpaceEndpoints(parts: DescriptionParts): Generator<string, void> {
  const { model, amount } = parts;
  if (amount === 'all') addRoot(parts);
  yield '';
  const searchedTypes = primaryTypes(model, searchEndpoint(model));
  if (searchedTypes.length > 0) yield* addSearchEndpoints(parts, searchedTypes);
}

function addRoot({ model, components, operations }: DescriptionParts): void {
  const summary = 'Links to the content types';
  operations.add({
    path: '/',
    id: ['root'],
    tag: spaceTag(model).name,
    summary,
    parameters: [],
    response: {
      name: 'Root',
      description: `${summary}.`,
      document: components.share('schemas', 'Root', rootDocumentSchema(components, model)),
    },
  });
}

function* addSearchEndpoints(parts: DescriptionParts, types: readonly ContentType[]): Generator<string, void> {
  const { model, components, documents, operations, parameters, amount } = parts;
  const tag = spaceTag(model).name;
  operations.add({
    path: `/${SEARCH_PATH}`,
    id: ['search'],
    tag,
    summary: 'Items of all types that match a search, the best match first',
    parameters: parameters.add('Search', searchParameters(model, types, amount), types),
    response: {
      name: 'SearchList',
      description: 'Matching items of all types.',
      document: documents.list('Search', types, true),
    },
  });
  yield '';
  const locales = localeParameters(model).map((locale) => ({ ...locale, isShared: true as const }));
  operations.add({
    path: `/${SUGGEST_PATH}`,
    id: ['suggest'],
    tag,
    summary: 'Completions of a typed text',
    parameters: parameters.add('Suggest', [...suggestParameters(types), ...locales], types),
    response: {
      name: 'Suggestions',
      description: 'Completions.',
      document: components.share('schemas', 'Suggestions', suggestDocument(components, types)),
    },
  });
  yield '';
}
