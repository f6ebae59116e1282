/**
 * Finds the files of a folder of tables, each of which is a type.
 *
 * Elsewhere: the column that names the items (ids), reading the files (csv, json).
 */
import { basename, join } from 'node:path';
import type { Intake } from '../../core/intake/source.js';
import { filesBelow, kindOf } from '../../input/bytes.js';
import { refuseInput } from '../../input/wrong-input.js';

export interface TableFile {
  readonly path: string;
  /** The name without its endings: the type. */
  readonly type: string;
  /** The name in messages. */
  readonly name: string;
}

/**
 * @param input   a folder, or one file
 * @param endings without the first dot; each may be followed by `.gz`
 * @throws OperationError if no file has one of the endings
 */
export async function findTableFiles(
  input: string,
  endings: readonly string[],
  intake: Intake,
): Promise<readonly TableFile[]> {
  const endingList = endings.map((ending) => `.${ending}`).join(' or ');
  const endingPattern = new RegExp(`\\.(?:${endings.join('|')})(?:\\.gz)?$`, 'i');
  const isFile = (await kindOf(input)) === 'file';
  const names = isFile ? [basename(input)] : await filesBelow(input);
  const files = names.flatMap((name): TableFile[] => {
    if (!endingPattern.test(name)) {
      intake.leaveOut(`file ${name}`, `not a file that ends in ${endingList}`);
      return [];
    }
    return [{ path: isFile ? input : join(input, name), type: name.replace(endingPattern, ''), name }];
  });
  if (files.length > 0) return files;
  return refuseInput(input, `a folder with files that end in ${endingList}, one for each type`);
}
