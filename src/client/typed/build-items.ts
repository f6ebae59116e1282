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
  const primary = listPrimaryData(data);
  const builder = new ItemBuilder([...primary, ...included], dates);
  const root = buildIncludeTree(include);
  return primary.map((resource): Item => Object.fromEntries(builder.listMembers(resource, root)));
}

function listPrimaryData(data: ParsedDocument['data']): readonly Resource[] {
  if (data === null) return [];
  return Array.isArray(data) ? data : [data];
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

/** Builds the items of one document. */
class ItemBuilder {
  readonly #resourceByKey: ReadonlyMap<string, Resource>;
  readonly #dates: ReadonlySet<string>;

  constructor(resources: readonly Resource[], dates: ReadonlySet<string>) {
    this.#resourceByKey = new Map(resources.map((resource) => [keyOf(resource), resource]));
    this.#dates = dates;
  }

  /** @returns the members of an item, each as a pair of its name and its value */
  listMembers(resource: Resource, node: IncludeNode): readonly (readonly unknown[])[] {
    const { type, id, attributes = {}, relationships = {} } = resource;
    const members: (readonly unknown[])[] = [
      ['type', type],
      ['id', id],
    ];
    for (const [name, value] of Object.entries(attributes)) {
      const isDate = typeof value === 'string' && this.#dates.has(`${type}.${name}`);
      members.push([name, isDate ? new Date(value) : value]);
    }
    for (const [name, { data = [] }] of Object.entries(relationships)) {
      members.push([name, this.#buildLinkedItems(data, node.children.get(name))]);
    }
    return members;
  }

  /** @param node undefined if the relationship is not included */
  #buildLinkedItems(linkage: Linkage, node: IncludeNode | undefined): object | null {
    if (linkage === null || node === undefined) return linkage;
    if ('id' in linkage) return this.#buildLinkedItem(linkage, node);
    return linkage.map((reference) => this.#buildLinkedItem(reference, node));
  }

  /** @returns the reference itself if its item is not in the document */
  #buildLinkedItem(reference: Reference, node: IncludeNode): object {
    const key = keyOf(reference);
    const resource = this.#resourceByKey.get(key);
    if (resource === undefined) return reference;
    const existing = node.items.get(key);
    if (existing !== undefined) return existing;
    const item: object = Object.fromEntries(this.listMembers(resource, node));
    node.items.set(key, item);
    return item;
  }
}
