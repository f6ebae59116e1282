/**
 * Matches of a text in a JSON document: members whose name or value contains it, ignoring case.
 */
export interface Matches {
  readonly text: string;
  /** Paths of the matching members. */
  readonly found: ReadonlySet<string>;
  /** Paths of the members around them, which must be unfolded to show them. */
  readonly around: ReadonlySet<string>;
}

export const pathOf = (parent: string, name: string | number): string => `${parent}/${name}`;

export function matchesIn(json: unknown, text: string): Matches {
  const wanted = text.toLowerCase();
  const found = new Set<string>();
  const around = new Set<string>();
  const has = (value: unknown): boolean => String(value).toLowerCase().includes(wanted);
  /** @returns whether the member, or a member inside it, matches */
  const look = (value: unknown, path: string, name: string | undefined): boolean => {
    const isLeaf = typeof value !== 'object' || value === null;
    const isFound = (name !== undefined && has(name)) || (isLeaf && has(value));
    if (isFound) found.add(path);
    let isBelow = false;
    if (!isLeaf) {
      for (const [key, member] of Object.entries(value)) {
        if (look(member, pathOf(path, key), Array.isArray(value) ? undefined : key)) isBelow = true;
      }
    }
    if (isBelow) around.add(path);
    return isFound || isBelow;
  };
  look(json, '', undefined);
  return { text: wanted, found, around };
}
