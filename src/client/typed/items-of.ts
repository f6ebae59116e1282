/**
 * The items of a document: the fields of each in one object, with included items in place of relationships.
 *
 * Elsewhere: the types of these items (content), caching them (answer).
 */

interface Reference {
  readonly type: string;
  readonly id: string;
}

interface Resource extends Reference {
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly relationships?: Readonly<Record<string, { readonly data?: Reference | readonly Reference[] | null }>>;
}

interface ParsedDocument {
  readonly data: Resource | Resource[] | null;
  readonly included?: readonly Resource[];
}

/** A place of the include tree: the places behind its relationships, and the items already created at it. */
interface IncludePlace {
  readonly steps: Map<string, IncludePlace>;
  readonly items: Map<string, object>;
}

const emptyPlace = (): IncludePlace => ({ steps: new Map(), items: new Map() });

function buildIncludeTree(paths: readonly string[]): IncludePlace {
  const root = emptyPlace();
  for (const path of paths) {
    let place = root;
    for (const step of path.split('.')) {
      const next = place.steps.get(step) ?? emptyPlace();
      place.steps.set(step, next);
      place = next;
    }
  }
  return root;
}

const keyOf = ({ type, id }: Reference): string => `${type}/${id}`;

/**
 * Converts a document to items.
 *
 * A relationship that no path includes has types and ids, even if the linked item is in the document: the members of an
 * item depend on the paths alone, and no item contains itself.
 *
 * @param text a document with resources
 * @returns    the primary data as JSON values and dates; empty if it is null
 * Cost: O(length + items · places).
 */
export function itemsOf<Item>(text: string, { include = [], dates }: ItemOptions): readonly Item[] {
  const { data, included = [] }: ParsedDocument = JSON.parse(text);
  const primary = data === null ? [] : Array.isArray(data) ? data : [data];
  const resourceByKey = new Map([...primary, ...included].map((resource) => [keyOf(resource), resource]));

  /** @returns names and values of an item's members */
  const membersAt = (resource: Resource, place: IncludePlace): readonly (readonly unknown[])[] => {
    const { type, id, attributes = {}, relationships = {} } = resource;
    const links = Object.entries(relationships).map(([name, { data: linkage = [] }]) => {
      const next = place.steps.get(name);
      const itemOrReference = (reference: Reference): object => {
        const included = next && resourceByKey.get(keyOf(reference));
        return next === undefined || included === undefined ? reference : itemAt(included, next);
      };
      return [
        name,
        linkage === null ? null : 'id' in linkage ? itemOrReference(linkage) : linkage.map(itemOrReference),
      ];
    });
    const fields = Object.entries(attributes).map(([name, value]) => {
      return [name, typeof value === 'string' && dates.has(`${type}.${name}`) ? new Date(value) : value];
    });
    return [['type', type], ['id', id], ...fields, ...links];
  };
  const itemAt = (resource: Resource, place: IncludePlace): object => {
    const key = keyOf(resource);
    const item: object = place.items.get(key) ?? Object.fromEntries(membersAt(resource, place));
    place.items.set(key, item);
    return item;
  };
  const root = buildIncludeTree(include);
  return primary.map((resource): Item => Object.fromEntries(membersAt(resource, root)));
}

/** Options for the items of a document. */
export interface ItemOptions {
  /** The paths of the request's `include`. */
  readonly include?: readonly string[] | undefined;
  /** Attributes to convert to dates: `book.published`. */
  readonly dates: ReadonlySet<string>;
}
