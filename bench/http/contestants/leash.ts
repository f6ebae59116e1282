/**
 * Loaded before a program that the benchmark starts (`node --import`): the process ends when the benchmark does, also
 * when that is killed and can say nothing. Its threads and cluster workers, which end with it, pass this by.
 */
import cluster from 'node:cluster';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && cluster.isPrimary) {
  // Gone while Node was still starting here: nobody will tell of it again.
  if (!process.connected) process.exit(1);
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}
