/**
 * Parts of an opened structure: what is there when the structure is opened, and what is opened of sections that are read
 * late, at the first look and again after they were let go of.
 */
export interface Part<Value> {
  /** @throws BlocksAbsent where its sections have to be read first */
  readonly value: Value;
  /** @returns what follows from it, opened no earlier than this */
  map<Other>(follow: (value: Value) => Other): Part<Other>;
}

/** @returns a part that is there */
export const part = <Value>(value: Value): Part<Value> => ({ value, map: (follow) => part(follow(value)) });

/** Drops what it has opened. */
export interface Droppable {
  drop(): void;
}

/** A part that comes late: what it is opened of may come and go. */
export class LatePart<Value> implements Part<Value>, Droppable {
  readonly #open: () => Value;
  readonly #onLook: (part: Droppable) => void;
  #opened: { readonly value: Value } | undefined;

  /** @param onLook is told of every look: to be dropped when what it was opened of goes */
  constructor(open: () => Value, onLook: (part: Droppable) => void) {
    this.#open = open;
    this.#onLook = onLook;
  }

  get value(): Value {
    this.#opened ??= { value: this.#open() };
    this.#onLook(this);
    return this.#opened.value;
  }

  map<Other>(follow: (value: Value) => Other): Part<Other> {
    return new LatePart(() => follow(this.value), this.#onLook);
  }

  drop(): void {
    this.#opened = undefined;
  }
}

export type Parts<Shape> = { readonly [Key in keyof Shape]: Part<Shape[Key]> };

/**
 * Makes an object of its parts: a plain one of those that are there; a look at any other opens it.
 *
 * Cost: O(parts).
 */
export function objectOf<Shape extends object>(parts: Parts<Shape>): Shape {
  const made: Record<string, unknown> = {};
  for (const [name, one] of Object.entries<Part<unknown>>(parts)) {
    if (one instanceof LatePart) Object.defineProperty(made, name, { get: () => one.value, enumerable: true });
    else made[name] = one.value;
  }
  return made as Shape;
}
