/**
 * What `import … from 'stele'` gives.
 */
export { IntegrityError, OperationError, RequestError, type RequestProblem } from '../../content/errors/index.js';
export type { FacetObject, PageObject } from '../jsonapi/index.js';
export { Answer } from './answer.js';
export type { AnyContent, ContentOf, Identifier, Item, TypeName, TypeShape } from './content.js';
export type { Facet, FacetValue, ItemDocument, ListDocument, ListLinks, Statistics } from './documents.js';
export { type OpenOptions, OpenSnapshot, openSnapshot, type Reply } from './open.js';
export type { ItemQuery, ListQuery } from './query.js';
export { ItemAnswer, ListAnswer, TypeReader } from './type-reader.js';
