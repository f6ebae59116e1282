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
import { type Query, splitList, splitName } from '../query/query.js';

export interface Part {
  readonly label: string;
  readonly score: number;
  /** The calculation, such as `20 · (10 + 10)`. */
  readonly how: string;
}

const ROOT = 50;
const EACH = 10;

type Limits = Description['limits'];

interface Node {
  readonly nested: Map<string, Node>;
  isIncluded: boolean;
}

/** @returns the tree of included relationships, and of relationships with a limit above the default, which count too */
function buildIncludeTree(query: Query, limits: Limits): Node {
  const root: Node = { nested: new Map(), isIncluded: true };
  for (const path of query.include ?? []) {
    let node = root;
    for (const name of path.split('.')) {
      const next = node.nested.get(name) ?? { nested: new Map(), isIncluded: true };
      node.nested.set(name, next);
      node = next;
    }
  }
  for (const [path, value] of query.windows) {
    const names = path.split('.');
    if (names.pop() !== 'limit' || Number(value) <= limits.relationshipLimitDefault) continue;
    const last = names.pop();
    const parent = names.reduce<Node | undefined>((node, name) => node?.nested.get(name), root);
    if (last !== undefined && parent?.isIncluded === true && !parent.nested.has(last)) {
      parent.nested.set(last, { nested: new Map(), isIncluded: false });
    }
  }
  return root;
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

  /** @returns the parts of the related items of `parents` items */
  listParts(node: Node, types: readonly string[], path: readonly string[], parents: number): readonly Part[] {
    return [...node.nested].flatMap(([name, nested]) => {
      const memberPath = [...path, name];
      let mostComplex: readonly Part[] = [];
      const fields = findRelationships(this.#space, types, name);
      // As on the server: relationships of the same name share a limit, the smallest one in the model.
      const defaultLimit = Math.min(...fields.flatMap(({ limit }) => limit ?? []));
      for (const field of fields) {
        const parts = this.#through(field, nested, memberPath, parents, defaultLimit);
        if (sumScores(parts) > sumScores(mostComplex)) mostComplex = parts;
      }
      return mostComplex;
    });
  }

  #through(
    field: RelationshipField,
    nested: Node,
    path: readonly string[],
    parents: number,
    defaultLimit: number,
  ): readonly Part[] {
    const cap = this.#query.windows.get(`${path.join('.')}.limit`);
    const relatedItems = field.many
      ? Number(cap ?? (Number.isFinite(defaultLimit) ? defaultLimit : this.#limits.relationshipLimitDefault))
      : 1;
    const inner = relatedItems === 1 ? `${EACH} + ${EACH}` : `${EACH} + ${relatedItems} · ${EACH}`;
    const ownPart: Part = {
      label: nested.isIncluded ? path.join('.') : `page[${path.join('][')}][limit]`,
      score: parents * (EACH + relatedItems * EACH),
      how: parents === 1 ? inner : `${parents} · (${inner})`,
    };
    return [ownPart, ...this.listParts(nested, field.to, path, parents * relatedItems)];
  }
}

export const sumScores = (parts: readonly Part[]): number => parts.reduce((sum, { score }) => sum + score, 0);

/** @returns the parts of facets and statistics */
function listCountedParts({ others }: Query): readonly Part[] {
  const included = new Set(
    others.flatMap(([name, value]) => (value === 'true' && name.endsWith('[include]') ? [splitName(name)?.[1]] : [])),
  );
  return others.flatMap(([name, value]): readonly Part[] => {
    const parts = splitName(name) ?? [];
    if (name === '_stats') {
      const fields = splitList(value).length;
      return [{ label: name, score: EACH * fields, how: `${fields} · ${EACH}` }];
    }
    if (parts[0] !== '_facet' || parts.length !== 2) return [];
    const each = included.has(parts[1]) ? 1 + EACH : 1;
    return [{ label: name, score: EACH + Number(value) * each, how: `${EACH} + ${value} · ${each}` }];
  });
}

/** @returns the parts in the order of adding; empty if the request has no score */
export function complexityParts(
  space: DescribedSpace,
  endpoint: Endpoint,
  query: Query,
  limits: Limits,
): readonly Part[] {
  if (endpoint.kind === 'root' || endpoint.kind === 'unknown') return [];
  const root: Part = { label: 'root', score: ROOT, how: String(ROOT) };
  const isMany = isList(endpoint) || (endpoint.kind === 'linkage' && endpoint.field.many);
  const items = isMany ? Number(query.limit ?? limits.pageLimitDefault) : 1;
  const ownPart: Part = { label: isMany ? 'items' : 'item', score: items * EACH, how: `${items} · ${EACH}` };
  if (endpoint.kind === 'linkage') return [root, ownPart];
  const fields = query.others.find(([name]) => name === '_highlight')?.[1];
  const highlights = splitList(fields ?? '').length;
  const shown: readonly Part[] =
    highlights === 0
      ? []
      : [{ label: '_highlight', score: items * highlights * EACH, how: `${items} · ${highlights} · ${EACH}` }];
  const types = primaryTypes(space, endpoint).map(({ name }) => name);
  const related = new PartList(space, query, limits).listParts(buildIncludeTree(query, limits), types, [], items);
  return [root, ownPart, ...shown, ...related, ...listCountedParts(query)];
}
