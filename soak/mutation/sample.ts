/**
 * A part of a room's mutants, for a room that would take too long: those of every so many functions, methods and other
 * statements of its files, in their order, and all of each. What lies between is left out of the score.
 */
import type { Ignorer } from '@stryker-mutator/api/ignore';

/** What Stryker's syntax tree tells of a place in it. */
interface Place {
  readonly node?: { readonly type: string; readonly declaration?: { readonly type: string } | null };
  readonly parent?: { readonly type: string };
}

/** @returns whether it is a part of its own: a statement of the file, or a member of a class */
function isPart({ node, parent }: Place): boolean {
  if (parent?.type === 'ClassBody') return true;
  if (parent?.type !== 'Program') return false;
  // A class is drawn member by member.
  return node?.type !== 'ClassDeclaration' && node?.declaration?.type !== 'ClassDeclaration';
}

export class Sample implements Ignorer {
  readonly #oneOf: number;
  #parts = 0;

  /** @param oneOf so many parts is tried */
  constructor(oneOf: number) {
    this.#oneOf = oneOf;
  }

  shouldIgnore(path: Place): string | undefined {
    if (!isPart(path)) return undefined;
    this.#parts += 1;
    return this.#parts % this.#oneOf === 0 ? undefined : 'not in the sample';
  }
}
