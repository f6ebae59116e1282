/**
 * Every limit a client can meet, in one place; `docs/ask/errors.md` names each.
 */
export const LIMITS = Object.freeze({
  /** `page[limit]` of a list of items. */
  pageLimitMaximum: 100,
  pageLimitDefault: 20,
  /** `page[<relationship>][limit]`, and `page[limit]` of a linkage endpoint. */
  relationshipLimitMaximum: 1000,
  relationshipLimitDefault: 20,
  /** Steps in one dot path of `include`. */
  includeDepth: 5,
  /** Relationships on the way to a field of a filter, a sort, a facet or a statistic; and keys of a sort behind any. */
  hops: 3,
  /** `_OR`, `_AND` and `_NOT` groups inside each other. */
  filterDepth: 5,
  filterConditions: 64,
  /** Distinct values of one `_in` or `_nin`. */
  filterListValues: 100,
  /** Words of one `filter[_search]`. */
  searchWords: 128,
  /** UTF-16 units of `q` of `/_suggest`. */
  suggestText: 200,
  /** `_facet[<field>]` of one request. */
  facets: 20,
  /** `_facet[<field>]`: how many values are shown. */
  facetValues: 1000,
  /** Numbers of one `_facet[<field>][ranges]`. */
  facetRanges: 100,
  /** Fields of one `_stats`. */
  statistics: 20,
  complexityMaximum: 5000,
  /** Bytes of the request target (path and query); beyond it 414. */
  targetBytes: 16_384,
});
