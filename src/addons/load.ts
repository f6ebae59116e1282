/**
 * Loads the doors of add-ons: the only place of the core where one is imported.
 *
 * A door lies beside this module's bundle in the package (`addon-<name>.js`), and in a checkout in the add-on's folder,
 * compiled or not.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InvariantError, OperationError } from '../content/errors/index.js';
import { ADD_ONS, type AddOnName } from './add-ons.js';

const placesOf = (name: AddOnName): readonly URL[] =>
  [`./addon-${name}.js`, `../../addons/${name}/index.js`, `../../addons/${name}/index.ts`].map(
    (path) => new URL(path, import.meta.url),
  );

/**
 * Loads one part of an add-on's door.
 *
 * @param part   name of the export
 * @param isPart whether a value is what the caller uses: an add-on of another version may differ
 * @returns      undefined if this installation does not have the add-on
 * @throws InvariantError if the door has no such part
 */
export async function loadPart<Part>(
  name: AddOnName,
  part: string,
  isPart: (value: unknown) => value is Part,
): Promise<Part | undefined> {
  const place = placesOf(name).find((url) => existsSync(fileURLToPath(url)));
  if (place === undefined) return undefined;
  const door: unknown = await import(place.href);
  const value: unknown = typeof door === 'object' && door !== null ? Reflect.get(door, part) : undefined;
  if (!isPart(value)) throw new InvariantError(`the add-on ${name} has no ${part} that this version understands`);
  return value;
}

/** @returns whether a value has all these functions: enough to tell a part of a door from anything else */
export const hasFunctions = (value: unknown, names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'function');

/** @param wanted what was asked for, such as `stele import` or `--from` */
export function missingAddOn(name: AddOnName, wanted: string): OperationError {
  return new OperationError(
    `This installation does not have "${wanted}": the add-on "${name}", which ${ADD_ONS[name].does}, was left out. Install the whole stele package, or put the folder addons/${name} back and compile.`,
  );
}
