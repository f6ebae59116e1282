/**
 * Preloaded into every program that the benchmark starts (`node --import`): ends the process when the benchmark ends,
 * even if it was killed. Worker threads and cluster workers end with their process.
 */
import cluster from 'node:cluster';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && cluster.isPrimary) {
  // The parent ended while this process was starting, so no event will report it.
  if (!process.connected) process.exit(1);
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}
