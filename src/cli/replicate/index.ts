/**
 * The door for add-ons that send snapshots.
 */
export { address } from './arguments.js';
export { pushTo } from './push.js';
