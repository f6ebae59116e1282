export type { Suggestion } from '../engine/query/index.js';
export { answer, lend, linkQuery, whenRead } from './answer.js';
export { type Askable, askable } from './askable.js';
export { hasFacet } from './check/counted-fields.js';
export type { FacetOption } from './check/facet-options.js';
export { searchedNames } from './check/highlight.js';
export { fieldAt } from './check/hops.js';
export { limitInModel, typesBehind } from './check/include.js';
export { dependencies } from './dependencies.js';
export { DocumentWriter, type PlacedItem } from './document/document-writer.js';
export { renderErrors } from './document/errors-document.js';
export type { MetaMember } from './document/meta.js';
export { pageSearch } from './document/page-links.js';
export { type Resource, windowAt } from './document/resources.js';
export { sharedJson } from './document/shared.js';
export type { ShownJoin, ShownSpace, ShownType } from './document/shown-space.js';
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
export { parseObject, parseRequest, parseTarget, pathMistake } from './parse-request.js';
export { type BracketedName, parseBrackets } from './request/brackets.js';
export { type Endpoint, primaryTypes } from './request/endpoint.js';
export { type Head, isHead } from './request/heads.js';
export { checkIgnoredParameter, type IgnoresParameter, ignoring } from './request/ignored-parameters.js';
export * from './request/parsed-request.js';
export { type Addressed, SEARCH_PATH, SUGGEST_PATH, searchEndpoint } from './request/path.js';
export { decode } from './request/percent-encoding.js';
export { explainNoSimilar, isSimilar, SIMILAR_PATH, similarOf } from './request/similar.js';
export * from './request/target.js';
export { includedByFacets } from './respond/counted-items.js';
export { estimatedCost, itemNotFound, Responder } from './respond/responder.js';
export * from './surrogate-keys.js';
export { anyValueKey, hasMarks, type MarkedValue, marksOf, valueKey } from './value-keys.js';
