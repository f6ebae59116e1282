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

/** @returns the tree of included relationships, and of relationships with a limit above the default, which count too */
function buildIncludeTree(query: Query, limits: Limits): RelationshipNode {
  const root: RelationshipNode = { nested: new Map(), isIncluded: true };
  for (const path of query.include ?? []) addIncluded(root, path.split('.'));
  for (const [path, value] of query.windows) {
    const steps = path.split('.');
    const option = steps.pop();
    if (option === 'limit' && Number(value) > limits.relationshipLimitDefault) addLimited(root, steps);
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
      // As on the server: relationships of the same name share a limit, the smallest one in the model.
      const smallestLimit = Math.min(...fields.flatMap(({ limit }) => limit ?? []));
      const defaultLimit = Number.isFinite(smallestLimit) ? smallestLimit : this.#limits.relationshipLimitDefault;
      let mostComplex: readonly Part[] = [];
      for (const field of fields) {
        const fieldParts = this.#relationshipParts(field, nestedNode, [...path, name], parentCount, defaultLimit);
        if (sumScores(fieldParts) > sumScores(mostComplex)) mostComplex = fieldParts;
      }
      parts.push(...mostComplex);
    }
    return parts;
  }

  #relationshipParts(
    field: RelationshipField,
    node: RelationshipNode,
    path: readonly string[],
    parentCount: number,
    defaultLimit: number,
  ): readonly Part[] {
    const requestedLimit = this.#query.windows.get(`${path.join('.')}.limit`);
    const relatedCount = field.many ? Number(requestedLimit ?? defaultLimit) : 1;
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
  const itemCount = isMany ? Number(query.limit ?? limits.pageLimitDefault) : 1;
  const ownScore = itemCount * ITEM_SCORE;
  const ownPart: Part = {
    label: isMany ? 'items' : 'item',
    score: ownScore,
    calculation: `${itemCount} · ${ITEM_SCORE}`,
  };
  if (endpoint.kind === 'linkage') return [root, ownPart];
  const highlightPart = describeHighlights(query, itemCount);
  const types = primaryTypes(space, endpoint).map(({ name }) => name);
  const related = new PartList(space, query, limits).listParts(buildIncludeTree(query, limits), types, [], itemCount);
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
