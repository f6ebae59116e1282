/**
 * Serves one space that an engine answers: the load that is published there, until the server is stopped.
 */
import { followKeysFile } from '../access/follow-keys.js';
import { LiveKeys } from '../access/live-keys.js';
import { withBudget } from '../memory/budgeted-options.js';
import { MemoryPlan } from '../memory/plan.js';
import type { ServeOptions, Serving } from '../run/serve-options.js';
import { startServer } from '../run/start-server.js';
import type { FollowEngine } from './follow-engine.js';
import { LiveEngine } from './live-engine.js';

/** `pollMs`: how often the file of keys is read in addition to being watched; 0: never. */
export interface ServeEngineOptions
  extends Pick<ServeOptions, 'server' | 'logger' | 'pollMs' | 'keysFile' | 'allowedBytes'> {
  readonly follow: FollowEngine;
}

/** @throws OperationError if the engine cannot be followed, or an option is wrong */
export async function serveEngine(options: ServeEngineOptions): Promise<Serving> {
  const { logger, follow, allowedBytes } = options;
  const { cacheBytes, overload } = options.server;
  const choices = { cacheBytes, heldBytesMaximum: overload?.heldBytesMaximum };
  const memory = new MemoryPlan({ logger, threads: 1, allowedBytes, choices });
  const { server: serverOptions } = withBudget(options, memory.budget);
  const keysFollower = await followKeysFile(options, (state) => keys?.switchTo(state));
  const keys = keysFollower === undefined ? undefined : new LiveKeys(keysFollower.state());
  const liveEngine = new LiveEngine(logger);
  const followed = await follow(liveEngine).catch((error: unknown) => {
    keysFollower?.stop();
    throw error;
  });
  liveEngine.source = followed;
  const server = await startServer({
    ...serverOptions,
    logger,
    spaces: [liveEngine],
    ...(keys === undefined ? {} : { keys }),
  }).catch(async (error: unknown) => {
    keysFollower?.stop();
    await followed.stop();
    throw error;
  });
  return {
    ...server,
    spaces: [{ name: liveEngine.name, snapshot: liveEngine.space?.id }],
    look: async () => {
      await Promise.all([followed.look(), keysFollower?.look()]);
    },
    async close() {
      keysFollower?.stop();
      const cutCount = await server.close();
      await followed.stop();
      return cutCount;
    },
  };
}
