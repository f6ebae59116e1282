/**
 * The seed of random cases: the same in every run, so that a test never fails by chance. `STELE_SEED=2 npm test` draws
 * other cases.
 */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['STELE_SEED'] ?? 1) });
