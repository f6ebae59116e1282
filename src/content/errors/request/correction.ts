/**
 * Corrections of a wrong request, for programs: `meta.corrections` of an error. The detail of the error says the same in
 * words.
 */

/** A parameter to send. */
export interface CorrectedParameter {
  /** Decoded name. */
  readonly parameter: string;
  /** Decoded value; absent if the value that was sent stays. */
  readonly value?: string;
}

/** One change that corrects the mistake: all members that are present apply together. */
export interface Correction {
  /** A wrong name in the parameter, or a key or a step of a path in its value; in the path if the error names no parameter. */
  readonly replace?: string;
  /** The name to write in place of `replace`. */
  readonly with?: string;
  /** Parameters to send in place of the parameter that the error names. */
  readonly send?: readonly CorrectedParameter[];
  /** Parameters to send beside the others; one of the same name is replaced. */
  readonly set?: readonly CorrectedParameter[];
  /** Paths of `include` to leave out; the relationships before the end of a path stay. */
  readonly omit?: readonly string[];
}
