export { type CacheAges, composeCacheControl } from './cache-control.js';
export { DEFAULT_BASE } from './mounts.js';
export {
  ANY_ORIGIN,
  checkCacheControl,
  checkCorsOrigin,
  checkPublicUrl,
  checkSpaces,
  DEFAULT_CACHE_BYTES,
  DEFAULT_CACHE_CONTROL,
  DEFAULT_TIMEOUTS,
  HEADER_BYTES_MAXIMUM,
  type ServedSpace,
  type ServerOptions,
  SURROGATE_HEADERS,
  type SurrogateHeader,
  type Timeouts,
} from './options.js';
export { DEFAULT_OVERLOAD, type OverloadLimits } from './overload.js';
export { type SnapshotFolder, SpaceNameTaken } from './reload/open-folders.js';
export { type ServeOptions, type Serving, serve } from './serve.js';
export { untilSignal } from './shutdown.js';
export { type RunningServer, startServer } from './start.js';
export { splitTarget, type Target } from './target.js';
