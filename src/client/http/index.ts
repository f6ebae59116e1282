/**
 * The exports of `stele/client`, which `stele` exports too. They run in every environment that has `fetch`.
 */
export {
  type CorrectedParameter,
  type Correction,
  RequestError,
  type RequestProblem,
} from '../../content/errors/request/index.js';
export {
  Answer,
  type AnyContent,
  type AskOptions,
  type ContentOf,
  type Facet,
  type FacetObject,
  type FacetValue,
  type Identifier,
  type Item,
  ItemAnswer,
  type ItemDocument,
  type ItemQuery,
  ListAnswer,
  type ListDocument,
  type ListLinks,
  type ListQuery,
  type PageObject,
  type RelatedDocument,
  type SearchQuery,
  type Selection,
  Space,
  type Statistics,
  type Suggestion,
  type SuggestOptions,
  type ToOneDocument,
  type TypeName,
  TypeReader,
  type TypeShape,
} from '../typed/index.js';
export { type ConnectOptions, connect } from './connect.js';
export { ConnectionError } from './replies.js';
