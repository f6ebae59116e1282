export { followOrigin, type OriginFollower } from './follow/follow-origin.js';
export {
  type Follow,
  type FollowEvents,
  type Following,
  type FollowTask,
  followInThisThread,
} from './follow/follow-task.js';
export { followInThread } from './follow/in-thread.js';
export { type OriginStatus, UNKNOWN_STATUS } from './follow/origin-status.js';
export { type Address, AUTHORIZATION_VARIABLE, parseAddress } from './origin/address.js';
export { openOrigin } from './origin/open-origin.js';
export { type Origin, OriginFailure } from './origin/origin.js';
export { type PruneOptions, type PruneReport, pruneTarget } from './prune/prune.js';
export { BANDWIDTH_MINIMUM, Bandwidth } from './pull/bandwidth.js';
export type { VerifiedSnapshot } from './pull/local-segments.js';
export { type PullOptions, type PullReport, pullSnapshot, readCurrentOfOrigin } from './pull/pull.js';
export { DEFAULT_RETRIES, type RetryPolicy } from './pull/retries.js';
export { openTarget } from './push/open-target.js';
export { type PushOptions, type PushReport, pushCurrent } from './push/push.js';
export type { Content, StoredFile, Target } from './push/target.js';
