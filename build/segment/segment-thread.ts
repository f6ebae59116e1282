/**
 * The program of a build thread: it lists all jobs, and does those that the pool sends.
 *
 * Elsewhere: the loop (build/work/build-thread).
 */
import { linkageJob, linksJob, naturalJob, numbersJob, ordinalsJob, termsJob } from '../columns/index.js';
import { knownOrderJob, runJob } from '../sorting/index.js';
import { batchJob, countJob, distributeJob, frequentNodesJob, renumberJob } from '../substrings/index.js';
import { beginningsJob, dictionaryJob, listsJob, wordsJob } from '../words/index.js';
import { doJobs } from '../work/index.js';
import { readJob } from './read-items.js';
import { similarJob } from './similar-finder.js';

doJobs([
  readJob,
  runJob,
  knownOrderJob,
  ordinalsJob,
  termsJob,
  numbersJob,
  naturalJob,
  linkageJob,
  linksJob,
  wordsJob,
  listsJob,
  dictionaryJob,
  beginningsJob,
  countJob,
  distributeJob,
  batchJob,
  frequentNodesJob,
  renumberJob,
  similarJob,
]);
