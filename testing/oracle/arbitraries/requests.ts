/**
 * Random requests of every kind, each in two forms: checked for the oracle, and as text for the parser or a server.
 */
import fc from 'fast-check';
import {
  type ContentModel,
  type ContentType,
  LIMITS,
  type RelationshipField,
} from '../../../src/content/model/index.js';
import type { LinkageRequest, ParsedRequest, RelatedRequest } from '../../../src/jsonapi/request/parsed-request.js';
import { itemsOf, type OracleSpace } from '../content/dataset.js';
import { expectedComplexity } from '../documents/complexity.js';
import type { ContentRequest } from '../documents/document.js';
import { DEFAULT_WINDOW, defaultLimit } from '../documents/resources.js';
import { arbitraryCounting, countingParameters } from './counting.js';
import { filterParameters } from './filters.js';
import { pageParameters, shapeParameters, sortParameters } from './parameters.js';
import { type Pick, picker, shuffled } from './picking.js';
import { arbitraryFilter, arbitraryPage, arbitrarySort } from './queries.js';
import { arbitraryFieldsets, arbitraryShape, cutTo } from './shapes.js';
import { canonicalSearch, type Parameter, rawSearch, rawSegment } from './spelling.js';
import { arbitraryId } from './texts.js';

export interface RequestCase {
  /** The request that the raw form must be understood as. Its `search` is the canonical encoding. */
  readonly request: ContentRequest;
  /** Path below the delivery root, percent-encoded in some way. */
  readonly path: string;
  /** Query, encoded in some way: `''`, or beginning with `?`. */
  readonly search: string;
}

/** Far enough below the limit of a request target that the mount point fits too. */
const SEARCH_LENGTH_MAXIMUM = 14_000;

/** A request without the members that are computed from the others. */
type Draft = Omit<Extract<ContentRequest, { kind: 'collection' }>, 'search' | 'complexity'> | DraftOfItem;
type DraftOfItem =
  | Omit<Extract<ContentRequest, { kind: 'item' }>, 'search' | 'complexity'>
  | Omit<RelatedRequest, 'search' | 'complexity'>
  | Omit<LinkageRequest, 'search' | 'complexity'>;

const complete = (draft: Draft, search: string, complexity: number): ContentRequest => ({
  ...draft,
  search,
  complexity,
});

/** The parameters that ask for the request, those left out that its kind does not take. */
function parametersOf(pick: Pick, model: ContentModel, draft: Draft): Parameter[] {
  if (draft.kind === 'linkage') {
    const { relationship, page } = draft;
    return relationship.many ? pageParameters(pick, page, defaultLimit(relationship)) : [];
  }
  const types = draft.kind === 'related' ? draft.relationship.to : [draft.type.name];
  const shown = shapeParameters(pick, { model, types }, draft);
  if (draft.kind === 'item' || (draft.kind === 'related' && !draft.relationship.many)) return shown;
  return [
    ...(draft.filter === undefined ? [] : filterParameters(pick, draft.filter)),
    ...sortParameters(draft.sort),
    ...pageParameters(pick, draft.page, LIMITS.pageLimitDefault),
    ...countingParameters(draft.counting),
    ...shown,
  ];
}

function pathOf(pick: Pick, draft: Draft): string {
  if (draft.kind === 'collection') return `/${draft.type.name}`;
  const item = `/${draft.type.name}/${rawSegment(pick, draft.id)}`;
  if (draft.kind === 'item') return item;
  return `${item}${draft.kind === 'linkage' ? '/relationships' : ''}/${draft.relationship.name}`;
}

/** Cuts steps of `include`, then the page, until the request may be served. */
function affordable(space: OracleSpace, draft: Draft): Draft {
  const score = (candidate: Draft): number => expectedComplexity(space.model, complete(candidate, '', 0));
  if (score(draft) <= LIMITS.complexityMaximum) return draft;
  if (draft.kind === 'linkage') return { ...draft, page: { ...draft.page, limit: 400 } };
  for (let depth: number = LIMITS.includeDepth; depth >= 0; depth -= 1) {
    const shape = cutTo(draft.shape, depth);
    const cut: Draft =
      draft.kind === 'item' ? { ...draft, shape } : { ...draft, shape, page: { ...draft.page, limit: 3 } };
    if (score(cut) <= LIMITS.complexityMaximum) return cut;
  }
  const shape = { windows: new Map(), includes: new Map() };
  return draft.kind === 'item' ? { ...draft, shape } : { ...draft, shape, page: { ...draft.page, limit: 20 } };
}

/** Both forms of a draft; parameters come in any order, and all spelling hangs on the seed. */
function written(space: OracleSpace, draft: Draft, seed: number): RequestCase {
  const pick = picker(seed);
  const served = affordable(space, draft);
  const parameters = shuffled(pick, parametersOf(pick, space.model, served));
  const complexity = expectedComplexity(space.model, complete(served, '', 0), parameters);
  return {
    request: complete(served, canonicalSearch(parameters), complexity),
    path: pathOf(pick, served),
    search: rawSearch(pick, parameters),
  };
}

/** An id; mostly of an existing item. */
const arbitraryIdOf = (space: OracleSpace, type: ContentType): fc.Arbitrary<string> => {
  const ids = itemsOf(space, type.name).map(({ id }) => id);
  if (ids.length === 0) return arbitraryId;
  return fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: arbitraryId });
};

/** Parameters that every document of resources accepts; sometimes an empty include. */
const arbitraryShown = (space: OracleSpace, types: readonly string[]) =>
  fc
    .record({
      shape: arbitraryShape(space.model, types),
      emptyInclude: fc.boolean(),
      fieldsets: arbitraryFieldsets(space.model),
    })
    .map(({ shape, emptyInclude, fieldsets }) => ({
      shape,
      hasInclude: shape.includes.size > 0 || emptyInclude,
      fieldsets,
    }));

const arbitraryListed = (space: OracleSpace, types: readonly string[], total: number) =>
  fc.record({
    filter: fc.option(arbitraryFilter(space, types), { nil: undefined, freq: 1 }),
    sort: arbitrarySort(space, types),
    page: arbitraryPage(total, LIMITS.pageLimitMaximum),
    counting: arbitraryCounting(space, types),
  });

const UNLISTED = fc.constant({ filter: undefined, sort: [], page: DEFAULT_WINDOW, counting: undefined });

const arbitraryCollection = (space: OracleSpace, type: ContentType): fc.Arbitrary<Draft> =>
  fc
    .tuple(arbitraryListed(space, [type.name], itemsOf(space, type.name).length), arbitraryShown(space, [type.name]))
    .map(([listed, shown]) => ({ kind: 'collection', type, ...listed, ...shown }));

const arbitraryItemRequest = (space: OracleSpace, type: ContentType): fc.Arbitrary<Draft> =>
  fc
    .tuple(arbitraryIdOf(space, type), arbitraryShown(space, [type.name]))
    .map(([id, shown]) => ({ kind: 'item', type, id, ...shown }));

const arbitraryRelated = (
  space: OracleSpace,
  type: ContentType,
  relationship: RelationshipField,
): fc.Arbitrary<Draft> =>
  fc
    .tuple(
      arbitraryIdOf(space, type),
      relationship.many ? arbitraryListed(space, relationship.to, 20) : UNLISTED,
      arbitraryShown(space, relationship.to),
    )
    .map(([id, listed, shown]) => ({ kind: 'related', type, id, relationship, ...listed, ...shown }));

const arbitraryLinkage = (
  space: OracleSpace,
  type: ContentType,
  relationship: RelationshipField,
): fc.Arbitrary<Draft> =>
  fc
    .tuple(
      arbitraryIdOf(space, type),
      relationship.many ? arbitraryPage(30, LIMITS.relationshipLimitMaximum) : fc.constant(DEFAULT_WINDOW),
    )
    .map(([id, page]) => ({ kind: 'linkage', type, id, relationship, page }));

/** A request of any kind but the root's, none too complex to be served. */
export const arbitraryRequest = (space: OracleSpace): fc.Arbitrary<RequestCase> =>
  fc
    .constantFrom(...space.model.contentTypes.values())
    .chain((type) => {
      const { relationships } = type;
      const kinds = [arbitraryCollection(space, type), arbitraryItemRequest(space, type)];
      for (const relationship of relationships) {
        kinds.push(arbitraryRelated(space, type, relationship), arbitraryLinkage(space, type, relationship));
      }
      return fc.tuple(fc.oneof(...kinds), fc.integer());
    })
    .map(([draft, seed]) => written(space, draft, seed))
    .filter(({ search }) => search.length <= SEARCH_LENGTH_MAXIMUM);

/** Whether the checked request is of a kind that the oracle answers. */
export const isContentRequest = (request: ParsedRequest): request is ContentRequest =>
  request.kind !== 'root' && request.kind !== 'search' && request.kind !== 'suggest';
