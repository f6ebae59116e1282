export { DEFAULT_BASE } from './mounts.js';
export {
  ANY_ORIGIN,
  checkCacheControl,
  checkCorsOrigin,
  checkPublicUrl,
  checkSpaces,
  DEFAULT_CACHE_CONTROL,
  DEFAULT_OVERLOAD,
  DEFAULT_TIMEOUTS,
  type ServedSpace,
  type ServerOptions,
  type Timeouts,
} from './options.js';
export { type SnapshotFolder, SpaceNameTaken } from './reload/open-folders.js';
export { type ServeOptions, type Serving, serve } from './serve.js';
export { untilSignal } from './shutdown.js';
export { type RunningServer, startServer } from './start.js';
export { splitTarget, type Target } from './target.js';
