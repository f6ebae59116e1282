/**
 * Loaded before a program that the benchmark starts (`node --import`): the process ends when the benchmark does, also
 * when that is killed and can say nothing. Threads of the process pass this by.
 */
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  // Gone while Node was still starting here: nobody will tell of it again.
  if (!process.connected) process.exit(1);
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}
