/**
 * The limits of a request. `docs/ask/errors.md` lists each of them.
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
  /** Relationships in the path of a filter, sort, facet or statistic; also sort keys behind relationships. */
  hops: 3,
  /** Nesting depth of `_OR`, `_AND` and `_NOT` groups. */
  filterDepth: 5,
  filterConditions: 64,
  /** Distinct values of one `_in` or `_nin`. */
  filterListValues: 100,
  /** Words of one `filter[_search]`. */
  searchWords: 128,
  /** UTF-16 units of `q` in `/_suggest`. */
  suggestText: 200,
  /** `_facet[<field>]` parameters of one request. */
  facets: 20,
  /** Values that one `_facet[<field>]` shows. */
  facetValues: 1000,
  /** Numbers of one `_facet[<field>][ranges]`. */
  facetRanges: 100,
  /** Fields of one `_stats`. */
  statistics: 20,
  complexityMaximum: 5000,
  /** Bytes of the request target (path and query); beyond it 414. */
  targetBytes: 16_384,
});
