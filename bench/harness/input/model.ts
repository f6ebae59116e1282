/**
 * The content model of a generated export.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ContentModel, readContentModel } from '../../../src/content/model/index.js';

/** @throws Error when `model.json` is not what the generator writes */
export function modelOf(exportFolder: string): ContentModel {
  const path = join(exportFolder, 'model.json');
  const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const read = readContentModel(value);
  if ('model' in read) return read.model;
  throw new Error(`${path}: ${read.problems.map(({ path: at, reason }) => `${at}: ${reason}`).join('; ')}`);
}
