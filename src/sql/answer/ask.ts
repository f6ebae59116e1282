/**
 * Asking a database: one statement, its rows.
 */
import type { Statement } from '../sql/parameters.js';

/** @returns the rows. @throws what the server and the network throw */
export type Ask = <Row extends object>(statement: Statement) => Promise<readonly Row[]>;
