export { checkIgnoredParameter } from '../jsonapi/index.js';
export { checkOpened } from './access/gate.js';
export { type KeysState, LiveKeys } from './access/live-keys.js';
export type { ServedSpace } from './deliver/mounts.js';
export { DEFAULT_BASE, type Mount, mountFor, type RequestState } from './deliver/mounts.js';
export type { EngineEvents, FollowEngine, FollowedEngine } from './engine/serve-engine.js';
export { type ServeEngineOptions, serveEngine } from './engine/serve-engine.js';
export { type SnapshotFolder, SpaceNameTaken } from './follow/open-folders.js';
export { memoryFor, RESIDENT } from './follow/residence.js';
export { PROFILE_PATH, profileUrl } from './negotiate/profile.js';
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
export {
  loadPages,
  type PageAddOn,
  type PageSettings,
  type PageSite,
  type PagesOfSite,
} from './pages/add-on-pages.js';
export type { Page } from './pages/page.js';
export { IMMUTABLE, REVALIDATED, type StaticFile, sendFile, staticFile } from './pages/page.js';
export { serve } from './serve.js';
export type { CommonOptions, ServeOptions, Serving } from './serving.js';
export { type RunningServer, startServer } from './start.js';
export { PROXY_HEADERS, type ProxyHeader } from './wire/access-log.js';
export { NO_STORE } from './wire/headers.js';
export { listen } from './wire/listen.js';
export type { Overload } from './wire/overload.js';
export { DEFAULT_OVERLOAD, type OverloadLimits } from './wire/overload.js';
export { splitTarget, type Target } from './wire/request.js';
