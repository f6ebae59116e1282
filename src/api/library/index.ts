/**
 * What `import … from 'stele'` gives.
 */
export { IntegrityError, OperationError, RequestError, type RequestProblem } from '../../content/errors/index.js';
export type { FacetObject, PageObject, Suggestion } from '../jsonapi/index.js';
export { Answer } from './answer.js';
export type {
  AnyContent,
  ContentOf,
  Facet,
  FacetValue,
  Identifier,
  Item,
  ItemDocument,
  ItemQuery,
  ListDocument,
  ListLinks,
  ListQuery,
  SearchQuery,
  Statistics,
  TypeName,
  TypeShape,
} from './content.js';
export { type OpenOptions, OpenSnapshot, openSnapshot, type Reply, type SuggestOptions } from './open.js';
export { ItemAnswer, ListAnswer, TypeReader } from './type-reader.js';
