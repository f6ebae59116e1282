/**
 * The exports of the package `stele`: those of `stele/client`, and opening a snapshot.
 */
export { IntegrityError, OperationError } from '../../content/errors/index.js';
export * from '../http/index.js';
export { type OpenOptions, OpenSnapshot, openSnapshot, type Reply } from './open.js';
