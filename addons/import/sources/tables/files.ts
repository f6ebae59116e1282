/**
 * A folder of files in which each is a type: which they are, and what names the items.
 */
import { basename, join } from 'node:path';
import { formsOf } from '../../core/names.js';
import type { Intake, TypeIntake } from '../../core/source.js';
import { filesBelow, kindOf } from '../../input/bytes.js';
import { refuseInput } from '../../input/wrong-input.js';

export interface TableFile {
  readonly path: string;
  /** The name without its endings: the type. */
  readonly type: string;
  /** As messages call it. */
  readonly name: string;
}

/**
 * @param input   a folder, or one file
 * @param endings without the first dot; each may be followed by `.gz`
 * @throws OperationError where there is none
 */
export async function tableFiles(
  input: string,
  endings: readonly string[],
  intake: Intake,
): Promise<readonly TableFile[]> {
  const ending = new RegExp(`\\.(?:${endings.join('|')})(?:\\.gz)?$`, 'i');
  const isFile = (await kindOf(input)) === 'file';
  const names = isFile ? [basename(input)] : await filesBelow(input);
  const files = names.flatMap((name): TableFile[] => {
    if (!ending.test(name)) {
      intake.leaveOut(`file ${name}`, `not a file that ends in ${endings.map((each) => `.${each}`).join(' or ')}`);
      return [];
    }
    return [{ path: isFile ? input : join(input, name), type: name.replace(ending, ''), name }];
  });
  if (files.length > 0) return files;
  const expected = endings.map((each) => `.${each}`).join(' or ');
  return refuseInput(input, `a folder with files that end in ${expected}, one for each type`);
}

/** Columns and members that name the item, the best first. */
const idNames: readonly string[] = ['id', '_id', 'uuid', 'guid', 'key', 'slug', 'code'];

/** @returns the one that names items; undefined where none seems to */
export function idName(names: readonly string[], type: string): string | undefined {
  const own = formsOf(type.toLowerCase().replace(/[^a-z0-9]/g, '')).map((form) => `${form}id`);
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const [first, ...rest] = idNames;
  return (
    names.find((name) => name.toLowerCase() === first) ??
    names.find((name) => own.includes(plain(name))) ??
    rest.flatMap((wanted) => names.filter((name) => name.toLowerCase() === wanted))[0]
  );
}

/** @returns columns that lead to other tables, where together they may name a row of a table that joins them; else none */
export function joinNames(names: readonly string[]): readonly string[] {
  const keys = names.filter((name) => /[_-]id$|[a-z\d]I[dD]$/i.test(name));
  return keys.length > 1 && keys.length * 2 >= names.length ? keys : [];
}

/** @returns an id made of a row's keys, and of its number where another row has the same ones or it lacks one of them */
export function joinedId(type: TypeIntake, keys: readonly string[], number: number): string {
  const id = keys.join('-');
  return keys.includes('') ? String(number) : type.has(id) ? `${id}-${number}` : id;
}

/** Whether the value is kept as a field too: an id is told by the item itself, a slug may be filtered by its name. */
export const isIdOnly = (name: string): boolean => ['id', '_id'].includes(name.toLowerCase());
