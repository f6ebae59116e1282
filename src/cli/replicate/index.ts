/**
 * The door for add-ons that push snapshots.
 */
export { parseOriginAddress } from './arguments.js';
export { pushTo } from './push.js';
