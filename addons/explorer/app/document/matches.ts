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

export const memberPath = (parent: string, name: string | number): string => `${parent}/${name}`;

export function findMatches(json: unknown, text: string): Matches {
  const lowerText = text.toLowerCase();
  const found = new Set<string>();
  const around = new Set<string>();
  const containsText = (value: unknown): boolean => String(value).toLowerCase().includes(lowerText);
  /** @returns whether the member, or a member inside it, matches */
  const visitMember = (value: unknown, path: string, name: string | undefined): boolean => {
    const isLeaf = typeof value !== 'object' || value === null;
    const isMatch = (name !== undefined && containsText(name)) || (isLeaf && containsText(value));
    if (isMatch) found.add(path);
    let hasMatchInside = false;
    if (!isLeaf) {
      for (const [key, member] of Object.entries(value)) {
        if (visitMember(member, memberPath(path, key), Array.isArray(value) ? undefined : key)) hasMatchInside = true;
      }
    }
    if (hasMatchInside) around.add(path);
    return isMatch || hasMatchInside;
  };
  visitMember(json, '', undefined);
  return { text: lowerText, found, around };
}
