/**
 * Several pieces of work at once, whose results are taken in order.
 */

/**
 * Works on several at once and takes what comes of it in order.
 *
 * @param ahead how many are under way at once
 */
export async function inOrder<Given, Made>(
  given: readonly Given[],
  ahead: number,
  work: (given: Given) => Promise<Made>,
  take: (made: Made, given: Given) => Promise<void>,
): Promise<void> {
  const begun: Promise<Made>[] = [];
  for (const [index, one] of given.entries()) {
    while (begun.length < Math.min(given.length, index + ahead)) {
      const made = work(given[begun.length]!);
      // Where one fails, the one that is waited for says so.
      made.catch(() => undefined);
      begun.push(made);
    }
    const made = await begun[index]!;
    delete begun[index];
    await take(made, one);
  }
}
