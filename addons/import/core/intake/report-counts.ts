/**
 * What was left out, lost or worth a note: counted by what and why, told in one order.
 */

export interface LeftOut {
  readonly what: string;
  readonly reason: string;
  readonly count: number;
  /** Whether readers may miss it. Drafts, settings of the CMS and what was asked for are left out by rule. */
  readonly loss: boolean;
  /** Whether it looks private: a loss for `--strict`, and kept where `--with` names it. */
  readonly private?: true;
  /** Whether it is what readers are not to see: no public item, or private. */
  readonly notPublic?: true;
  /** One of them: where it stands, and what it says. */
  readonly example?: string;
}

/** Of what is left out. */
export type LossKind = Pick<LeftOut, 'loss' | 'private' | 'notPublic' | 'example'>;

export interface Note {
  readonly what: string;
  readonly count: number;
}

export class ReportCounts {
  readonly #counts = new Map<string, LeftOut & { count: number }>();
  readonly warnings = new Set<string>();
  readonly #notes = new Map<string, number>();

  /** Of several, the first example stays. */
  add(what: string, reason: string, count: number, kind: LossKind): void {
    if (count <= 0) return;
    const { example: _, ...rest } = kind;
    const key = JSON.stringify([what, reason, rest]);
    const known = this.#counts.get(key);
    if (known === undefined) this.#counts.set(key, { what, reason, count, ...kind });
    else known.count += count;
  }

  note(what: string, count: number): void {
    if (count > 0) this.#notes.set(what, (this.#notes.get(what) ?? 0) + count);
  }

  /** Losses first, then in the order of the names. */
  get leftOut(): readonly LeftOut[] {
    return [...this.#counts.values()].sort(
      (a, b) => Number(b.loss) - Number(a.loss) || compare(a.what, b.what) || compare(a.reason, b.reason),
    );
  }

  get notes(): readonly Note[] {
    return [...this.#notes].map(([what, count]) => ({ what, count })).sort((a, b) => compare(a.what, b.what));
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
