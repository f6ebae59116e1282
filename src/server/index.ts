export { checkIgnoredParameter } from '../jsonapi/index.js';
export { type KeysState, LiveKeys } from './access/live-keys.js';
export type { ServedSpace } from './deliver/mounts.js';
export { DEFAULT_BASE } from './deliver/mounts.js';
export type { EngineEvents, FollowEngine, FollowedEngine } from './engine/serve-engine.js';
export { type ServeEngineOptions, serveEngine } from './engine/serve-engine.js';
export { type SnapshotFolder, SpaceNameTaken } from './follow/open-folders.js';
export { memoryFor, RESIDENT } from './follow/residence.js';
export { PROFILE_PATH } from './negotiate/profile.js';
export {
  ANY_ORIGIN,
  type CacheAges,
  checkCacheControl,
  checkCorsOrigin,
  checkHost,
  checkHosts,
  checkPublicUrl,
  checkSpaces,
  composeCacheControl,
  DEFAULT_CACHE_BYTES,
  DEFAULT_CACHE_CONTROL,
  DEFAULT_MAX_COST_MS,
  DEFAULT_RESIDENT_CACHE_BYTES,
  DEFAULT_TIMEOUTS,
  HEADER_BYTES_MAXIMUM,
  type HostedSpace,
  PRIVATE_CACHE_CONTROL,
  type ServerOptions,
  SURROGATE_HEADERS,
  type SurrogateHeader,
  type Timeouts,
} from './options.js';
export type { Page } from './pages/page.js';
export { serve } from './serve.js';
export type { CommonOptions, ServeOptions, Serving } from './serving.js';
export { type RunningServer, startServer } from './start.js';
export { PROXY_HEADERS, type ProxyHeader } from './wire/access-log.js';
export { listen } from './wire/listen.js';
export { DEFAULT_OVERLOAD, type OverloadLimits } from './wire/overload.js';
export { splitTarget, type Target } from './wire/request.js';
