/**
 * The program of a build's threads: every job there is.
 */
import { linkageJob, linksJob } from '../columns/link-sections.js';
import { numbersJob } from '../columns/number-column.js';
import { ordinalsJob } from '../columns/ordinals.js';
import { termsJob } from '../columns/term-looks.js';
import { runJob } from '../sorting/run.js';
import { distributeJob } from '../substrings/distribute/distribute.js';
import { countJob } from '../substrings/plan/counting.js';
import { batchJob } from '../substrings/sort/sort.js';
import { wordsJob } from '../words/batch/words.js';
import { beginningsJob } from '../words/beginnings/beginnings.js';
import { dictionaryJob } from '../words/dictionary.js';
import { listsJob } from '../words/stem-lists.js';
import { doJobs } from '../work/worker.js';
import { readJob } from './read-items.js';

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
