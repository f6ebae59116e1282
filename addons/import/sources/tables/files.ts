/**
 * Finds the files of a folder of tables, each of which is a type.
 *
 * Elsewhere: the column that names the items (ids), reading the files (csv, json).
 */
import { basename, extname, join } from 'node:path';
import type { Intake } from '../../core/intake/source.js';
import { findInputFiles, kindOf } from '../../input/bytes.js';
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
  const names = isFile ? [basename(input)] : await findInputFiles(input, intake);
  const tableNames = names.filter((name) => endingPattern.test(name));
  if (tableNames.length === 0) {
    const isExport = !isFile && names.includes('model.json');
    const filesKind = isExport ? 'an export, which stele build reads without --from' : 'a folder with other files';
    const folderKind = names.length === 0 ? 'an empty folder' : filesKind;
    const expected = `a folder with files that end in ${endingList}, one for each type`;
    return refuseInput(input, expected, isFile ? undefined : folderKind);
  }
  const otherNames = names.filter((name) => !endingPattern.test(name));
  const reason = `not a file that ends in ${endingList}`;
  if (names.length >= SUSPICIOUS_FILES && tableNames.length * 10 < names.length) {
    const share = `only ${tableNames.length} of ${names.length} files end in ${endingList}`;
    intake.warn(`${share}: is ${input} the right folder?`);
    intake.leaveOut('other files', reason, otherNames.length);
  } else leaveOutOtherFiles(otherNames, reason, intake);
  return tableNames.map((name) => ({
    path: isFile ? input : join(input, name),
    type: name.replace(endingPattern, ''),
    name,
  }));
}

/** Number of files in a folder from which a small share of tables is reported as suspicious. */
const SUSPICIOUS_FILES = 100;

/** Reports a single file of an ending by its name, and several files together. */
function leaveOutOtherFiles(names: readonly string[], reason: string, intake: Intake): void {
  const namesByEnding = new Map<string, string[]>();
  for (const name of names) {
    const ending = extname(name) || '(nothing)';
    const namesOfEnding = namesByEnding.get(ending);
    if (namesOfEnding === undefined) namesByEnding.set(ending, [name]);
    else namesOfEnding.push(name);
  }
  for (const [ending, [first = '', ...others]] of namesByEnding) {
    const subject = others.length === 0 ? `file ${first}` : `files ending in ${ending}`;
    intake.leaveOut(subject, reason, others.length + 1);
  }
}
