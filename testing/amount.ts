/**
 * The number of random cases: `npm test` takes a share of them, `npm run test:all` all of them. CI, which runs both, takes all
 * of them in a sixth of the files, each hour in another (`STELE_TURN`, 0 to 17, vitest.config.ts).
 *
 * A test file that imports this module runs in both; `*.slow.test.ts` runs only in the second, other files only in the
 * first (vitest.config.ts).
 */

/** Whether `npm run test:all` runs. */
export const isWhole = process.env['STELE_TESTS'] === 'all';

/** @returns the first number in `npm run test:all`, the second in `npm test` */
export const amount = (whole: number, share: number): number => (isWhole ? whole : share);

/** @returns the whole list in `npm run test:all`; in `npm test` every `oneIn`-th element, beginning at the place `from` */
export const everyOf = <T>(list: readonly T[], oneIn: number, from = 0): readonly T[] =>
  isWhole ? list : list.filter((_, index) => index % oneIn === from % oneIn);

const turn = process.env['STELE_TURN'];

/** @returns the whole list; in CI every third element of it, every six hours others, because a file may run only each sixth hour */
export const thirdOf = <T>(list: readonly T[]): readonly T[] =>
  turn === undefined ? list : list.filter((_, index) => index % 3 === Math.floor(Number(turn) / 6) % 3);
