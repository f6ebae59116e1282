export { followOrigin, type OriginFollower } from './follow/follow-origin.js';
export { followInThread } from './follow/in-thread.js';
// Former names, for callers that are yet to be renamed.
export { type OriginStatus, UNKNOWN_STATUS, UNKNOWN_STATUS as NOTHING_KNOWN } from './follow/status.js';
export {
  type Follow,
  type FollowEvents,
  type Following,
  type FollowTask,
  followInThisThread,
  followInThisThread as followHere,
} from './follow/task.js';
export { type Address, AUTHORIZATION_VARIABLE, parseAddress } from './origin/address.js';
export { openOrigin } from './origin/open-origin.js';
export { type Origin, OriginFailure } from './origin/origin.js';
export { BANDWIDTH_MINIMUM, Bandwidth } from './pull/bandwidth.js';
export type { VerifiedSnapshot } from './pull/here.js';
export {
  type PullOptions,
  type PullReport,
  pullSnapshot,
  pullSnapshot as pullNamed,
  readCurrentOfOrigin,
  readCurrentOfOrigin as askOrigin,
} from './pull/pull.js';
export {
  DEFAULT_RETRIES,
  DEFAULT_RETRIES as DEFAULT_PATIENCE,
  type RetryPolicy,
  type RetryPolicy as Patience,
} from './pull/tries.js';
export { openTarget } from './push/open-target.js';
export { type PushOptions, type PushReport, pushCurrent } from './push/push.js';
export type { Content, Target } from './push/target.js';
