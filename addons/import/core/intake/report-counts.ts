/**
 * Counts for the report: items and values that were left out or lost, notes, and warnings.
 *
 * Reports of the same subject and reason add up. The order is the same for the same input.
 */

export interface LeftOut {
  /** The subject: a type, `type.field`, or words such as `files ending in .png`. */
  readonly what: string;
  readonly reason: string;
  readonly count: number;
  /** Whether readers may miss it. Drafts, settings of the CMS and `--without` are left out by rule. */
  readonly loss: boolean;
  /** Whether it looks private: `--strict` refuses it, and `--with` keeps it. */
  readonly private?: true;
  /** Whether readers must not see it: an item that is not public, or something private. */
  readonly notPublic?: true;
  /** The place of one of them in the input, and its value. */
  readonly example?: string;
}

/** The kind of a loss, and an example of it. */
export type LossKind = Pick<LeftOut, 'loss' | 'private' | 'notPublic' | 'example'>;

export interface Note {
  readonly what: string;
  readonly count: number;
}

export class ReportCounts {
  readonly #counts = new Map<string, LeftOut & { count: number }>();
  readonly warnings = new Set<string>();
  readonly #notes = new Map<string, number>();

  /** Adds `count` things of one subject and reason; of several reports, the first example stays. */
  add(subject: string, reason: string, count: number, kind: LossKind): void {
    if (count <= 0) return;
    const { example: _, ...kindWithoutExample } = kind;
    const key = JSON.stringify([subject, reason, kindWithoutExample]);
    const earlier = this.#counts.get(key);
    if (earlier === undefined) this.#counts.set(key, { what: subject, reason, count, ...kind });
    else earlier.count += count;
  }

  note(note: string, count: number): void {
    if (count > 0) this.#notes.set(note, (this.#notes.get(note) ?? 0) + count);
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

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
