/**
 * Rates that plans are computed from, measured on two cores with generated articles.
 *
 * A test compares them with bench/results.
 */
export const RATES = Object.freeze({
  /** Builds with two threads and `--memory 1g`, the smallest first. */
  builds: [
    { snapshotBytes: 212_945_497, seconds: 12.93, peakBytes: 696_811_520 },
    { snapshotBytes: 2_231_634_865, seconds: 74.99, peakBytes: 998_494_208 },
    { snapshotBytes: 24_806_965_634, seconds: 1817.89, peakBytes: 1_400_061_952 },
  ],
  /** One load into PostgreSQL 15, including indexes and search, and the snapshot of the same items. */
  load: { snapshotBytes: 198_716_564, databaseBytes: 431_000_000, seconds: 32.7 },
  /**
   * A load into a coordinator and two workers with Citus 13.2: the bound of distribution, and the servers that have a copy of
   * smaller types. A shard of one table costs bytes and seconds even without rows: measured with 16 and 64 shards of 8 tables
   * that have 66 indexes.
   */
  citus: { distributionBound: 200_000, copies: 3, shardTableBytes: 182_000, shardTableSeconds: 0.028 },
  /** Temporary files of a build, as a share of the snapshot; the share grows if there is less memory. */
  temporary: 1.1,
  /** Memory of an idle process with its threads. */
  processBytes: 200e6,
  /** Errors of the estimates for content other than the measured articles. */
  errors: {
    size: 'of content that it was tried on, they were within 10 %',
    rest: 'Memory of a build was within 40 %, a database within a quarter; times are of two cores that do nothing else',
  },
});
