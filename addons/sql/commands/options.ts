/**
 * Values of options for a database: the schema of the register, and the number of a load.
 */

import { InvalidArgumentError } from 'commander';
import { parserOf } from '../../../src/cli/index.js';
import { parseRegisterName } from '../schema/identifiers.js';

export const DEFAULT_SCHEMA = 'stele';

export const schemaOption = parserOf(parseRegisterName);

/** @returns the number of a load. @throws InvalidArgumentError if the text is no positive integer */
export function loadNumber(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('A load is named by its number, as stele list shows it.');
}
