/**
 * Finds the shortest text that still fails, by delta debugging. Source: Zeller and Hildebrandt, "Simplifying and
 * Isolating Failure-Inducing Input", 2002, without its last complement step.
 */

const attemptsMaximum = 4_000;

/**
 * Leaves out pieces, large ones first, as long as the rest still fails.
 *
 * @param fails must hold of `text`; called at most 4,000 times
 * @returns a text of which no single character can be left out, unless the attempts ran out
 */
export async function minimised(text: string, fails: (text: string) => boolean | Promise<boolean>): Promise<string> {
  let shortest = text;
  let attempts = 0;
  for (let size = Math.max(1, shortest.length >> 1); attempts < attemptsMaximum; ) {
    let at = 0;
    let shorter = false;
    while (at < shortest.length && attempts < attemptsMaximum) {
      const without = shortest.slice(0, at) + shortest.slice(at + size);
      attempts += 1;
      if (await fails(without)) {
        shortest = without;
        shorter = true;
      } else {
        at += size;
      }
    }
    if (size > 1) size = Math.max(1, Math.min(size >> 1, shortest.length >> 1));
    else if (!shorter) break;
  }
  return shortest;
}
