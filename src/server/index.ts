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
  type ServedSpace,
  type ServerOptions,
  type Timeouts,
} from './options.js';
export { DEFAULT_OVERLOAD, type OverloadLimits } from './overload.js';
export { untilSignal } from './shutdown.js';
export { type RunningServer, startServer } from './start.js';
export { splitTarget, type Target } from './target.js';
