/**
 * What was measured, once for all plans: on two cores, of generated articles (bench/results, which a test compares).
 */
export const RATES = Object.freeze({
  /** Builds with two threads and `--memory 1g`, the smallest first. */
  builds: [
    { snapshotBytes: 212_945_497, seconds: 12.93, peakBytes: 696_811_520 },
    { snapshotBytes: 2_231_634_865, seconds: 74.99, peakBytes: 998_494_208 },
    { snapshotBytes: 24_806_965_634, seconds: 1817.89, peakBytes: 1_400_061_952 },
  ],
  /** One load into PostgreSQL 15, indexes and search in, beside the snapshot of the same items. */
  load: { snapshotBytes: 198_716_564, databaseBytes: 431_000_000, seconds: 32.7 },
  /** Temporary files of a build, as a share of the snapshot: more with less memory. */
  temporary: 1.1,
  /** A process that has done nothing yet, with its threads. */
  processBytes: 200e6,
  /** How far off it was on content that it was not made from. */
  errors: {
    size: 'of content that it was tried on, they were within 10 %',
    rest: 'Memory of a build was within 40 %, a database within a quarter; times are of two cores that do nothing else',
  },
});
