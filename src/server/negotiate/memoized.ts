/**
 * Memoizes functions of a header's text: clients send the same few texts again and again.
 */

/** Longer texts are computed each time, so that a client cannot make the table large. */
const keyLengthMaximum = 256;
const entriesMaximum = 256;

/** @returns the function with its recent results memoized; a client that sends many different texts slows only itself down */
export function memoize<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, { readonly result: Result }>();
  return (text) => {
    const entry = results.get(text);
    if (entry !== undefined) return entry.result;
    const result = compute(text);
    if (text.length > keyLengthMaximum) return result;
    if (results.size >= entriesMaximum) results.clear();
    results.set(text, { result });
    return result;
  };
}
