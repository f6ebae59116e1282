/**
 * Loads the doors of add-ons: the only module of the core that imports one.
 *
 * In the package a door is next to the bundle of this module (`addon-<name>.js`); in a checkout it is in the add-on's folder,
 * compiled or not.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { InvariantError, OperationError } from '../content/errors/index.js';
import { ADD_ONS, type AddOnName } from './add-ons.js';

const doorUrls = (name: AddOnName): readonly URL[] =>
  [`./addon-${name}.js`, `../../addons/${name}/index.js`, `../../addons/${name}/index.ts`].map(
    (path) => new URL(path, import.meta.url),
  );

/**
 * Loads one part of an add-on's door.
 *
 * @param part   name of the export
 * @param isPart checks the value's interface: an add-on of another version may differ
 * @returns      undefined if the add-on is not installed
 * @throws InvariantError if the door has no such part
 */
export async function loadPart<Part>(
  name: AddOnName,
  part: string,
  isPart: (value: unknown) => value is Part,
): Promise<Part | undefined> {
  const place = doorUrls(name).find((url) => existsSync(fileURLToPath(url)));
  if (place === undefined) return undefined;
  const door: unknown = await import(place.href);
  const value: unknown = typeof door === 'object' && door !== null ? Reflect.get(door, part) : undefined;
  if (!isPart(value)) throw new InvariantError(`the add-on ${name} has no ${part} that this version understands`);
  return value;
}

/** @returns whether a value has all these functions: enough to tell a part of a door from anything else */
export const hasFunctions = (value: unknown, names: readonly string[]): boolean =>
  typeof value === 'object' && value !== null && names.every((name) => typeof Reflect.get(value, name) === 'function');

/** @param wanted the command or option that needs the add-on, such as `stele import` or `--from` */
export function missingAddOn(name: AddOnName, wanted: string): OperationError {
  return new OperationError(
    `This installation does not have "${wanted}": the add-on "${name}", which ${ADD_ONS[name].does}, was left out. Install the whole stele package, or put the folder addons/${name} back and compile.`,
  );
}
