/**
 * Remembering what was worked out for a header's text: clients send the same few over and over.
 */

/** Longer texts are worked out each time, so that a client cannot make this large. */
const keyLengthMaximum = 256;
const entriesMaximum = 256;

/** @returns the function, remembering its last results. Whoever sends many different texts only costs themselves. */
export function remembered<Result>(work: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, { readonly result: Result }>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found.result;
    const result = work(text);
    if (text.length > keyLengthMaximum) return result;
    if (known.size >= entriesMaximum) known.clear();
    known.set(text, { result });
    return result;
  };
}
