/**
 * From the bytes of terms to their codes: what a thread needs for it, and how it is done.
 */

export interface Encoding {
  /** Where codes are written, shared by all ranges; undefined where they are given back. */
  readonly shared: Uint8Array | undefined;
  /** Byte → code. */
  readonly codeOf: Uint8Array;
  /** Where the first term's codes begin in the shared ones; each is followed by the code 0. */
  readonly at: number;
}

/** Writes the codes of terms that lie one behind the other. @returns them, where they are not shared */
export function encode(bytes: Uint8Array, lengths: Uint32Array, encoding: Encoding): Uint8Array | undefined {
  const { shared, codeOf } = encoding;
  const codes = shared ?? new Uint8Array(bytes.length + lengths.length);
  let from = 0;
  let to = shared === undefined ? 0 : encoding.at;
  for (let term = 0; term < lengths.length; term += 1) {
    for (const end = from + lengths[term]!; from < end; from += 1, to += 1) codes[to] = codeOf[bytes[from]!]!;
    to += 1;
  }
  return shared === undefined ? codes : undefined;
}
