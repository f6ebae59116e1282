/**
 * What a test needs and not every machine has: a program, a package of its own, the data beside the checkout.
 */

/**
 * Whether to run the tests that need it. Where it is missing, the reason is printed; in CI, which installs everything
 * that tests need, the file fails instead.
 *
 * @param missing a sentence: what is missing, what is not tested for it, and how to get it
 * @throws in CI, where `isHere` is false
 */
export function isThere(isHere: boolean, missing: string): boolean {
  if (isHere) return true;
  if (process.env['CI'] === 'true') throw new Error(`${missing} In CI nothing is skipped.`);
  console.warn(`SKIPPED: ${missing}`);
  return false;
}
