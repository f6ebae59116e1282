/**
 * The items of a document: the fields of each in one object, with included items in place of relationships.
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

/** Items included behind an item, by relationship, and the items met at this place. */
interface Place {
  readonly steps: Map<string, Place>;
  readonly items: Map<string, object>;
}

const place = (): Place => ({ steps: new Map(), items: new Map() });

function placesOf(paths: readonly string[]): Place {
  const root = place();
  for (const path of paths) {
    let here = root;
    for (const step of path.split('.')) {
      const next = here.steps.get(step) ?? place();
      here.steps.set(step, next);
      here = next;
    }
  }
  return root;
}

const keyOf = ({ type, id }: Reference): string => `${type}/${id}`;

/**
 * A relationship that no path leads through has types and ids, also where the item happens to be in the document: what an
 * item holds follows from the paths alone, and no item leads back to itself.
 *
 * @param text  a document with resources
 * @returns     its primary data as JSON values and dates, none where it is null. Cost: O(length + items · places).
 */
export function itemsOf<Item>(text: string, { include = [], dates }: Shaping): readonly Item[] {
  const { data, included = [] }: ParsedDocument = JSON.parse(text);
  const primary = data === null ? [] : Array.isArray(data) ? data : [data];
  const known = new Map([...primary, ...included].map((resource) => [keyOf(resource), resource]));

  /** Names and values of an item's members. */
  const membersAt = (resource: Resource, here: Place): readonly (readonly unknown[])[] => {
    const { type, id, attributes = {}, relationships = {} } = resource;
    const links = Object.entries(relationships).map(([name, { data: linkage = [] }]) => {
      const next = here.steps.get(name);
      const placed = (reference: Reference): object => {
        const found = next && known.get(keyOf(reference));
        return next === undefined || found === undefined ? reference : itemAt(found, next);
      };
      return [name, linkage === null ? null : 'id' in linkage ? placed(linkage) : linkage.map(placed)];
    });
    const fields = Object.entries(attributes).map(([name, value]) => {
      return [name, typeof value === 'string' && dates.has(`${type}.${name}`) ? new Date(value) : value];
    });
    return [['type', type], ['id', id], ...fields, ...links];
  };
  const itemAt = (resource: Resource, here: Place): object => {
    const key = keyOf(resource);
    const made: object = here.items.get(key) ?? Object.fromEntries(membersAt(resource, here));
    here.items.set(key, made);
    return made;
  };
  const root = placesOf(include);
  return primary.map((resource): Item => Object.fromEntries(membersAt(resource, root)));
}

/** How items are made of a document. */
export interface Shaping {
  /** Paths of `include` that were asked for. */
  readonly include?: readonly string[] | undefined;
  /** Attributes that become dates: `book.published`. */
  readonly dates: ReadonlySet<string>;
}
