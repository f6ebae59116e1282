/**
 * The same cases are drawn in every run: a test that also says that enough of a kind were tried must not fail by chance, in
 * somebody's change that has nothing to do with it. `STELE_SEED=2 npm test` draws others, soaks draw others all the time.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['STELE_SEED'] ?? 1) });
