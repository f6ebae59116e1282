/**
 * The complexity of a request, calculated part by part to show how it adds up. Source: docs/ask/errors.md › Complexity.
 *
 * The server's score is authoritative; a test compares the two.
 */
import {
  type DescribedSpace,
  type Description,
  type Endpoint,
  findRelationships,
  isList,
  isUnique,
  primaryTypes,
  type RelationshipField,
} from '../model/space.js';
import { HIGHLIGHT } from '../query/facet-params.js';
import { type Query, splitList, splitName } from '../query/query.js';

export interface Part {
  readonly label: string;
  readonly score: number;
  /** Such as `20 · (10 + 10)`. */
  readonly calculation: string;
}

const ROOT_SCORE = 50;
/** The score of an item, of a field in statistics, and of a relationship. */
const ITEM_SCORE = 10;

type Limits = Description['limits'];

/** A relationship that counts, and the relationships of its items. */
interface RelationshipNode {
  readonly nested: Map<string, RelationshipNode>;
  readonly isIncluded: boolean;
}

/** @returns the tree of included relationships, and of relationships with a limit, which count if it is above the default */
function buildIncludeTree(query: Query): RelationshipNode {
  const root: RelationshipNode = { nested: new Map(), isIncluded: true };
  for (const path of query.include ?? []) addIncluded(root, path.split('.'));
  for (const path of query.windows.keys()) {
    const steps = path.split('.');
    const option = steps.pop();
    if (option === 'limit') addLimited(root, steps);
  }
  return root;
}

function addIncluded(root: RelationshipNode, path: readonly string[]): void {
  let node = root;
  for (const name of path) {
    const nestedNode: RelationshipNode = node.nested.get(name) ?? { nested: new Map(), isIncluded: true };
    node.nested.set(name, nestedNode);
    node = nestedNode;
  }
}

/** Adds a relationship that is not included, if the items that have it are. */
function addLimited(root: RelationshipNode, path: readonly string[]): void {
  const lastName = path.at(-1);
  let parent: RelationshipNode | undefined = root;
  for (const name of path.slice(0, -1)) parent = parent?.nested.get(name);
  if (lastName === undefined || parent?.isIncluded !== true || parent.nested.has(lastName)) return;
  parent.nested.set(lastName, { nested: new Map(), isIncluded: false });
}

class PartList {
  readonly #space: DescribedSpace;
  readonly #query: Query;
  readonly #limits: Limits;

  constructor(space: DescribedSpace, query: Query, limits: Limits) {
    this.#space = space;
    this.#query = query;
    this.#limits = limits;
  }

  /**
   * @param parentCount number of items that have the relationships
   * @returns the parts of their related items; of relationships with one name, those of the most complex
   */
  listParts(
    node: RelationshipNode,
    types: readonly string[],
    path: readonly string[],
    parentCount: number,
  ): readonly Part[] {
    const parts: Part[] = [];
    for (const [name, nestedNode] of node.nested) {
      const fields = findRelationships(this.#space, types, name);
      if (!nestedNode.isIncluded && !this.#isAboveDefault(fields, [...path, name])) continue;
      const sharedLimit = this.#sharedLimit(fields, nestedNode, [...path, name]);
      let mostComplex: readonly Part[] = [];
      for (const field of fields) {
        const fieldParts = this.#relationshipParts(field, nestedNode, [...path, name], parentCount, sharedLimit);
        if (sumScores(fieldParts) > sumScores(mostComplex)) mostComplex = fieldParts;
      }
      parts.push(...mostComplex);
    }
    return parts;
  }

  /** @returns the links that the relationship shows if neither the request nor `limit` of the model says otherwise */
  #defaultLimit({ page }: RelationshipField): number {
    return page?.limit ?? this.#limits.relationshipLimitDefault;
  }

  #isAboveDefault(fields: readonly RelationshipField[], path: readonly string[]): boolean {
    const limit = Number(this.#query.windows.get(`${path.join('.')}.limit`));
    return fields.some((field) => field.many && limit > this.#defaultLimit(field));
  }

  /** @returns as on the server, the smallest limit of relationships of one name; undefined if each has its own default */
  #sharedLimit(
    fields: readonly RelationshipField[],
    { isIncluded }: RelationshipNode,
    path: readonly string[],
  ): number | undefined {
    const includedLimits = isIncluded ? fields.flatMap(({ limit }) => limit ?? []) : [];
    if (includedLimits.length > 0) return Math.min(...includedLimits);
    if (!this.#query.windows.has(`${path.join('.')}.skip`)) return undefined;
    return Math.min(...fields.filter(({ many }) => many).map((field) => this.#defaultLimit(field)));
  }

  #relationshipParts(
    field: RelationshipField,
    node: RelationshipNode,
    path: readonly string[],
    parentCount: number,
    sharedLimit: number | undefined,
  ): readonly Part[] {
    const requestedLimit = this.#query.windows.get(`${path.join('.')}.limit`);
    const relatedCount = field.many ? Number(requestedLimit ?? sharedLimit ?? this.#defaultLimit(field)) : 1;
    const calculation =
      relatedCount === 1 ? `${ITEM_SCORE} + ${ITEM_SCORE}` : `${ITEM_SCORE} + ${relatedCount} · ${ITEM_SCORE}`;
    const ownPart: Part = {
      label: node.isIncluded ? path.join('.') : `page[${path.join('][')}][limit]`,
      score: parentCount * (ITEM_SCORE + relatedCount * ITEM_SCORE),
      calculation: parentCount === 1 ? calculation : `${parentCount} · (${calculation})`,
    };
    return [ownPart, ...this.listParts(node, field.to, path, parentCount * relatedCount)];
  }
}

export function sumScores(parts: readonly Part[]): number {
  let sum = 0;
  for (const { score } of parts) sum += score;
  return sum;
}

/** @returns the parts of facets and statistics */
function listCountedParts({ otherParams }: Query): readonly Part[] {
  const includingFacets = new Set<string | undefined>();
  for (const [name, value] of otherParams)
    if (value === 'true' && name.endsWith('[include]')) includingFacets.add(splitName(name)?.[1]);

  const parts: Part[] = [];
  for (const [name, value] of otherParams) {
    if (name === '_stats') {
      const fieldCount = splitList(value).length;
      parts.push({ label: name, score: ITEM_SCORE * fieldCount, calculation: `${fieldCount} · ${ITEM_SCORE}` });
      continue;
    }
    const [head, facetPath, option] = splitName(name) ?? [];
    if (head !== '_facet' || facetPath === undefined || option !== undefined) continue;
    const valueScore = includingFacets.has(facetPath) ? 1 + ITEM_SCORE : 1;
    const score = ITEM_SCORE + Number(value) * valueScore;
    parts.push({ label: name, score, calculation: `${ITEM_SCORE} + ${value} · ${valueScore}` });
  }
  return parts;
}

/** @param isBound whether the filter selects fewer items than the page has room for */
function describeItems(isMany: boolean, isBound: boolean): string {
  if (!isMany) return 'item';
  return isBound ? 'items, by a unique field' : 'items';
}

/** @returns the number of items that filters outside of groups could select, by `_eq` and `_in` on unique fields */
function boundItems(space: DescribedSpace, endpoint: Endpoint, { filter }: Query): number {
  if (endpoint.kind === 'linkage') return Number.POSITIVE_INFINITY;
  const types = primaryTypes(space, endpoint);
  let bound = Number.POSITIVE_INFINITY;
  for (const node of filter) {
    if (node.kind === 'group') continue;
    const [name, ...furtherSteps] = node.path;
    const isKey =
      furtherSteps.length === 0 &&
      types.every(({ fields }) => fields.some((field) => field.name === name && isUnique(field)));
    if (!isKey && node.path.join('.') !== 'id') continue;
    if (node.operator === '_eq') bound = Math.min(bound, types.length);
    if (node.operator === '_in') bound = Math.min(bound, types.length * new Set(node.values).size);
  }
  return bound;
}

/** @returns the parts in the order of adding; empty if the request has no score */
export function complexityParts(
  space: DescribedSpace,
  endpoint: Endpoint,
  query: Query,
  limits: Limits,
): readonly Part[] {
  if (endpoint.kind === 'root' || endpoint.kind === 'unknown') return [];
  const root: Part = { label: 'root', score: ROOT_SCORE, calculation: String(ROOT_SCORE) };
  const isMany = isList(endpoint) || (endpoint.kind === 'linkage' && endpoint.field.many);
  const pageLimit = Number(query.limit ?? limits.pageLimitDefault);
  const bound = isMany ? boundItems(space, endpoint, query) : 1;
  const itemCount = Math.min(isMany ? pageLimit : 1, bound);
  const ownScore = itemCount * ITEM_SCORE;
  const ownPart: Part = {
    label: describeItems(isMany, bound < pageLimit),
    score: ownScore,
    calculation: `${itemCount} · ${ITEM_SCORE}`,
  };
  if (endpoint.kind === 'linkage') return [root, ownPart];
  const highlightPart = describeHighlights(query, itemCount);
  const types = primaryTypes(space, endpoint).map(({ name }) => name);
  const related = new PartList(space, query, limits).listParts(buildIncludeTree(query), types, [], itemCount);
  return [root, ownPart, ...highlightPart, ...related, ...listCountedParts(query)];
}

/** @returns the part of highlights; empty if the request has none */
function describeHighlights({ otherParams }: Query, itemCount: number): readonly Part[] {
  const fields = otherParams.find(([name]) => name === HIGHLIGHT)?.[1];
  const fieldCount = splitList(fields ?? '').length;
  if (fieldCount === 0) return [];
  const score = itemCount * fieldCount * ITEM_SCORE;
  return [{ label: HIGHLIGHT, score, calculation: `${itemCount} · ${fieldCount} · ${ITEM_SCORE}` }];
}
