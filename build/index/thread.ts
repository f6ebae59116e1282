/**
 * The program of a build's threads: every job there is.
 */
import { linkageJob, linksJob } from './link-sections.js';
import { numbersJob } from './numbers.js';
import { ordinalsJob } from './ordinals.js';
import { readJob } from './read-items.js';
import { beginningsJob } from './search/beginnings.js';
import { dictionaryJob } from './search/dictionary.js';
import { listsJob } from './search/lists.js';
import { wordsJob } from './search/words.js';
import { runJob } from './sorting/run.js';
import { countJob } from './substrings/counting.js';
import { distributeJob } from './substrings/distribute.js';
import { batchJob } from './substrings/sort.js';
import { termsJob } from './terms.js';
import { doJobs } from './threads/worker.js';

doJobs([
  readJob,
  runJob,
  ordinalsJob,
  termsJob,
  numbersJob,
  linkageJob,
  linksJob,
  wordsJob,
  listsJob,
  dictionaryJob,
  beginningsJob,
  countJob,
  distributeJob,
  batchJob,
]);
