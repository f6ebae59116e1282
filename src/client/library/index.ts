/**
 * The exports of `stele`.
 */
export { IntegrityError, OperationError } from '../../content/errors/index.js';
export * from '../http/index.js';
export { type OpenOptions, OpenSnapshot, openSnapshot, type Reply } from './open.js';
