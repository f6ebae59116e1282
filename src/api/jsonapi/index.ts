export { answer, lend, linkQuery, whenRead } from './answer.js';
export { type Askable, askable } from './askable.js';
export { type FacetOption, hasFacet } from './check/facets.js';
export { typesBehind } from './check/include.js';
export { dependencies } from './dependencies.js';
export {
  DocumentWriter,
  estimatedCost,
  itemNotFound,
  type Loan,
  type PlacedItem,
  type Resource,
  Responder,
  renderErrors,
  type ShownJoin,
  type ShownSpace,
  type ShownType,
  windowAt,
} from './document/index.js';
export { type AnySpace, type EngineOptions, type EngineSpace, isEngine, snapshotIn } from './engine.js';
export * from './explain.js';
export { parseObject, parseRequest, parseRouted, pathMistake } from './parse-request.js';
export { type BracketedName, parseBrackets } from './request/brackets.js';
export type { Endpoint } from './request/endpoint.js';
export { checkIgnoredParameter, type IgnoresParameter, ignoring } from './request/ignored-parameters.js';
export { pageSearch } from './request/page-search.js';
export { type Head, isHead } from './request/parameter-forms.js';
export * from './request/parsed-request.js';
export type { Addressed } from './request/path.js';
export { decode } from './request/percent.js';
export type * from './request/read-object.js';
export * from './surrogate-keys.js';
export { anyValueKey, hasMarks, type MarkedValue, marksOf, valueKey } from './value-keys.js';
