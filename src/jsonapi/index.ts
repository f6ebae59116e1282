export type { Suggestion } from '../engine/query/index.js';
export { answer, lend, linkQuery, runPaged } from './answer.js';
export { hasFacet } from './check/counting/counted-fields.js';
export type { FacetOption } from './check/counting/facet-options.js';
export { searchedFieldNames } from './check/highlight.js';
export { fieldAt } from './check/hops.js';
export { includedLimit, typesBehind } from './check/include.js';
export { dependencies } from './dependencies.js';
export { DocumentWriter, type PlacedItem } from './document/document-writer.js';
export { renderErrors } from './document/errors-document.js';
export type { MetaMember } from './document/meta.js';
export { pageSearch } from './document/page-links.js';
export type { RenderedJoin, RenderedSpace, RenderedType } from './document/rendered-space.js';
export type { Resource } from './document/resources.js';
export { sharedFeaturesJson } from './document/shared-features.js';
export type { Loan } from './document/slabs.js';
export {
  type AnySpace,
  answerOnce,
  type EngineOptions,
  type EngineSpace,
  isEngine,
  itemCounts,
  snapshotIn,
} from './engine-space.js';
export * from './explain.js';
export { type ListCapabilities, listCapabilities } from './list-capabilities.js';
export { parseObject, parseRequest, parseTarget, pathMistake } from './parse-request.js';
export { type BracketedName, parseBrackets } from './request/brackets.js';
export { type Endpoint, primaryTypes } from './request/endpoint.js';
export { type Head, isHead } from './request/heads.js';
export { checkIgnoredParameter, type IgnoresParameter, ignoring } from './request/ignored-parameters.js';
export * from './request/parsed-request.js';
export { type PathParts, SEARCH_PATH, SUGGEST_PATH, searchEndpoint } from './request/path.js';
export { decode } from './request/percent-encoding.js';
export { explainNoSimilar, isSimilarRequest, SIMILAR_PATH, similarRelationship } from './request/similar.js';
export * from './request/target.js';
export { itemsIncludedByFacets } from './respond/counted-items.js';
export { estimatedCost, itemNotFound, Responder } from './respond/responder.js';
export * from './surrogate-keys.js';
export { anyValueKey, hasMarks, type MarkedValue, marksOf, valueKey } from './value-keys.js';
