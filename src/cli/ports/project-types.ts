/**
 * The interface of the add-on `describe`: files that describe the content of a new project, for `stele init`.
 */
import { hasFunctions, loadPart } from '../../addons/index.js';
import type { ContentModel } from '../../content/model/index.js';

export interface ProjectTypes {
  /** @returns files by name: the schema of model.json, and TypeScript types of the content */
  readonly filesFor: (model: ContentModel) => readonly (readonly [name: string, text: string])[];
}

const isProjectTypes = (value: unknown): value is ProjectTypes => hasFunctions(value, ['filesFor']);

/** @returns undefined if the add-on is not installed */
export const loadProjectTypes = (): Promise<ProjectTypes | undefined> =>
  loadPart('describe', 'projectTypes', isProjectTypes);
