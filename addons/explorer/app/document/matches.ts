/**
 * Where a text occurs in a document: in names and in values, whatever the case.
 */
export interface Matches {
  readonly text: string;
  /** Paths of the members whose name or value has it. */
  readonly found: ReadonlySet<string>;
  /** Paths of what they are in, which must be unfolded to see them. */
  readonly around: ReadonlySet<string>;
}

export const pathOf = (parent: string, name: string | number): string => `${parent}/${name}`;

export function matchesIn(json: unknown, text: string): Matches {
  const wanted = text.toLowerCase();
  const found = new Set<string>();
  const around = new Set<string>();
  const has = (value: unknown): boolean => String(value).toLowerCase().includes(wanted);
  /** @returns whether something is found at the path or below it */
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
