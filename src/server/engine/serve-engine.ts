/**
 * Serving one space that an engine elsewhere answers: whatever is published there, from now until it is told to stop.
 */
import type { Logger } from 'pino';
import { followKeys } from '../access/follow-keys.js';
import { LiveKeys } from '../access/live-keys.js';
import type { CommonOptions, Serving } from '../serving.js';
import { startServer } from '../start.js';
import { type FollowEngine, LiveEngine } from './live-engine.js';

export interface ServeEngineOptions {
  readonly server: CommonOptions;
  readonly logger: Logger;
  /** How often the file of keys is looked at, besides being watched; 0: never. */
  readonly pollMs: number;
  readonly follow: FollowEngine;
  /** The file of keys, which is followed; absent: everybody may read. */
  readonly keysFile?: string;
}

/** @throws OperationError when the engine cannot be followed, or an option is wrong */
export async function serveEngine({
  server: options,
  logger,
  pollMs,
  follow,
  keysFile,
}: ServeEngineOptions): Promise<Serving> {
  const guarding =
    keysFile === undefined
      ? undefined
      : await followKeys({ path: keysFile, pollMs, logger, onState: (state) => keys?.switchTo(state) });
  const keys = guarding === undefined ? undefined : new LiveKeys(guarding.state());
  const live = new LiveEngine(logger);
  const followed = await follow(live).catch((error: unknown) => {
    guarding?.stop();
    throw error;
  });
  live.source = followed;
  const server = await startServer({
    ...options,
    logger,
    spaces: [live],
    ...(keys === undefined ? {} : { keys }),
  }).catch(async (error: unknown) => {
    guarding?.stop();
    await followed.stop();
    throw error;
  });
  return {
    ...server,
    spaces: [{ name: live.name, snapshot: live.space?.id }],
    look: async () => {
      await Promise.all([followed.look(), guarding?.look()]);
    },
    async close() {
      guarding?.stop();
      const cut = await server.close();
      await followed.stop();
      return cut;
    },
  };
}
