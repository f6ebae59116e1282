/**
 * Tells whether an optional part of the machine exists, such as a program or a data set, and prints the reason for a
 * skipped test.
 */

/**
 * Whether to run the tests that need it. Where it is missing, the reason is printed; in CI, which installs everything
 * that tests need, the file fails instead.
 *
 * @param missing a sentence that names the missing part, the skipped tests, and how to get it
 * @throws in CI if `isHere` is false
 */
export function isThere(isHere: boolean, missing: string): boolean {
  if (isHere) return true;
  if (process.env['CI'] === 'true') throw new Error(`${missing} In CI nothing is skipped.`);
  console.warn(`SKIPPED: ${missing}`);
  return false;
}
