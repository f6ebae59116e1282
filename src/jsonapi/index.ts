export type { Suggestion } from '../engine/query/index.js';
export {
  type AnySpace,
  answer,
  type EngineOptions,
  type EngineSpace,
  isEngine,
  lend,
  linkQuery,
  snapshotIn,
  whenRead,
} from './answer.js';
export { type Askable, askable } from './askable.js';
export { type FacetOption, hasFacet } from './check/facets.js';
export { fieldAt } from './check/hops.js';
export { searchedNames } from './check/search.js';
export { limitInModel, typesBehind } from './check/shape.js';
export { dependencies } from './dependencies.js';
export { DocumentWriter, type PlacedItem } from './document/document-writer.js';
export { renderErrors } from './document/members.js';
export type { MetaMember } from './document/meta.js';
export { pageSearch } from './document/page-links.js';
export { type Resource, type ShownJoin, type ShownSpace, type ShownType, windowAt } from './document/resources.js';
export { estimatedCost, includedByFacets, itemNotFound, Responder } from './document/responder.js';
export { sharedJson } from './document/shared.js';
export type { Loan } from './document/slabs.js';
export * from './explain.js';
export { parseObject, parseRequest, parseTarget, pathMistake } from './parse-request.js';
export {
  type Addressed,
  type Endpoint,
  explainNoSimilar,
  isSimilar,
  primaryTypes,
  SEARCH_PATH,
  SIMILAR_PATH,
  SUGGEST_PATH,
  searchEndpoint,
  similarOf,
} from './request/endpoint.js';
export { type Head, isHead } from './request/parameter.js';
export {
  type BracketedName,
  checkIgnoredParameter,
  decode,
  type IgnoresParameter,
  ignoring,
  parseBrackets,
} from './request/parameter-names.js';
export * from './request/parsed-request.js';
export * from './request/target.js';
export * from './surrogate-keys.js';
export { anyValueKey, hasMarks, type MarkedValue, marksOf, valueKey } from './value-keys.js';
