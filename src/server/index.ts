export { checkIgnoredParameter, splitTarget, type Target } from '../jsonapi/index.js';
export { type KeysState, LiveKeys } from './access/live-keys.js';
export type { EngineEvents, FollowEngine, FollowedEngine } from './engine/follow-engine.js';
export { type ServeEngineOptions, serveEngine } from './engine/serve-engine.js';
export type { ServedSwap, SnapshotFolder } from './follow/folder-options.js';
export { RESIDENT } from './follow/residence.js';
export { SpaceNameTaken } from './follow/space-name.js';
export { NO_STORE } from './http/headers.js';
export { memoryFor } from './memory/budget.js';
export { OPENAPI_FILE, PROFILE_PATH, profileUrl } from './negotiate/profile.js';
export {
  ANY_ORIGIN,
  checkCorsOrigin,
  checkHost,
  checkHosts,
  checkPublicUrl,
  checkSpaces,
  type HostedSpace,
} from './options/addresses.js';
export {
  type CacheAges,
  checkCacheControl,
  composeCacheControl,
  DEFAULT_CACHE_CONTROL,
  PRIVATE_CACHE_CONTROL,
  SURROGATE_HEADERS,
  type SurrogateHeader,
} from './options/cache-control.js';
export {
  DEFAULT_CACHE_BYTES,
  DEFAULT_MAX_COST_MS,
  DEFAULT_RESIDENT_CACHE_BYTES,
  HEADER_BYTES_MAXIMUM,
} from './options/sizes.js';
export { DEFAULT_TIMEOUTS, type Timeouts } from './options/timeouts.js';
export {
  loadPages,
  type PageAddOn,
  type PageSettings,
  type PageSite,
  type PagesOfSite,
} from './pages/add-on-pages.js';
export { checkOpensSpace } from './pages/guarded-page.js';
export type { Page } from './pages/page.js';
export {
  IMMUTABLE,
  REVALIDATED,
  type StaticFile,
  sendFile,
  staticFile,
  staticFileInSlices,
} from './pages/static-file.js';
export { TimeSlices } from './pages/time-slices.js';
export type { CommonOptions, ServeOptions, Serving } from './run/serve-options.js';
export type { ServerOptions } from './run/server-options.js';
export { type RunningServer, startServer } from './run/start-server.js';
export { serve } from './serve.js';
export { chooseMount as mountFor, DEFAULT_BASE, type Mount } from './spaces/mount.js';
export type { RequestState } from './spaces/request-state.js';
export type { ServedSpace } from './spaces/served-space.js';
export { PROXY_HEADERS, type ProxyHeader } from './wire/client-address.js';
export { listen } from './wire/listen.js';
export type { Overload } from './wire/overload.js';
export { DEFAULT_OVERLOAD, type OverloadLimits } from './wire/overload.js';
