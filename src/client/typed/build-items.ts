/**
 * Builds the items of a document: the fields of each in one object, with included items in place of relationships.
 *
 * A relationship that no path includes has types and ids, even if the linked item is in the document: the members of an
 * item depend on the paths alone, and no item contains itself.
 * Elsewhere: the types of these items (item-types), caching them (answer).
 */

/** Options for the items of a document. */
export interface ItemOptions {
  /** The paths of the request's `include`. */
  readonly include?: readonly string[] | undefined;
  /** Attributes to convert to dates: `book.published`. */
  readonly dates: ReadonlySet<string>;
}

interface Reference {
  readonly type: string;
  readonly id: string;
}

/** The links of a relationship in a document. */
type Linkage = Reference | readonly Reference[] | null;

interface Resource extends Reference {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: Linkage }>>;
}

interface ParsedDocument {
  readonly data: Resource | Resource[] | null;
  readonly included?: readonly Resource[];
}

/** A node of the include tree: the primary data, or the items that one path includes. */
interface IncludeNode {
  /** Relationship → the items that it includes. */
  readonly children: Map<string, IncludeNode>;
  /** Key of a resource → its item here, if it was built already. */
  readonly items: Map<string, object>;
}

/**
 * Converts a document to items.
 *
 * @param text a document with resources
 * @returns    the primary data as JSON values and dates; empty if it is null
 * Cost: O(length + items · nodes of the include tree).
 */
export function buildItems<Item>(text: string, { include = [], dates }: ItemOptions): readonly Item[] {
  const { data, included = [] }: ParsedDocument = JSON.parse(text);
  const primary = [data ?? []].flat();
  const resourceByKey = new Map([...primary, ...included].map((resource) => [keyOf(resource), resource]));
  const root = buildIncludeTree(include);
  return primary.map((resource) => buildItem<Item>(resource, root, { resourceByKey, dates }));
}

const newIncludeNode = (): IncludeNode => ({ children: new Map(), items: new Map() });

function buildIncludeTree(paths: readonly string[]): IncludeNode {
  const root = newIncludeNode();
  for (const path of paths) {
    let node = root;
    for (const relationship of path.split('.')) {
      const child = node.children.get(relationship) ?? newIncludeNode();
      node.children.set(relationship, child);
      node = child;
    }
  }
  return root;
}

const keyOf = ({ type, id }: Reference): string => `${type}/${id}`;

/** What the items of one document are built from. */
interface ItemSource {
  readonly resourceByKey: ReadonlyMap<string, Resource>;
  readonly dates: ReadonlySet<string>;
}

function buildItem<Item>(resource: Resource, node: IncludeNode, source: ItemSource): Item {
  const { type, id, attributes = {}, relationships = {} } = resource;
  const fields = Object.entries(attributes).map(([name, value]) => {
    const isDate = typeof value === 'string' && source.dates.has(`${type}.${name}`);
    return [name, isDate ? new Date(value) : value];
  });
  const links = Object.entries(relationships).map(([name, { data = [] }]) => {
    return [name, buildLinkedItems(data, node.children.get(name), source)];
  });
  return Object.fromEntries([['type', type], ['id', id], ...fields, ...links]);
}

/** @param node undefined if the relationship is not included */
function buildLinkedItems(linkage: Linkage, node: IncludeNode | undefined, source: ItemSource): object | null {
  if (linkage === null || node === undefined) return linkage;
  if ('id' in linkage) return buildLinkedItem(linkage, node, source);
  return linkage.map((reference) => buildLinkedItem(reference, node, source));
}

/** @returns the reference itself if its item is not in the document */
function buildLinkedItem(reference: Reference, node: IncludeNode, source: ItemSource): object {
  const key = keyOf(reference);
  const resource = source.resourceByKey.get(key);
  if (resource === undefined) return reference;
  const item = node.items.get(key) ?? buildItem<object>(resource, node, source);
  node.items.set(key, item);
  return item;
}
