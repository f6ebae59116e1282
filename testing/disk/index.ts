/**
 * The entry of the disk room: a disk in memory, and file calls that fail.
 */
export * from './faults.js';
export * from './memory.js';
