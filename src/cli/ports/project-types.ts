/**
 * Files that describe the content of a new project: what the add-on `describe` brings to `stele init`.
 */
import { hasFunctions, loadPart } from '../../addons/index.js';
import type { ContentModel } from '../../content/model/index.js';

export interface ProjectTypes {
  /** @returns files by name: the schema of model.json, and TypeScript's types of the content */
  readonly filesFor: (model: ContentModel) => readonly (readonly [name: string, text: string])[];
}

const isProjectTypes = (value: unknown): value is ProjectTypes => hasFunctions(value, ['filesFor']);

/** @returns undefined if this installation does not have the add-on */
export const loadProjectTypes = (): Promise<ProjectTypes | undefined> =>
  loadPart('describe', 'projectTypes', isProjectTypes);
