/**
 * The files of a new project that describe its content: the part of the door that `stele init` asks.
 */
import type { ProjectTypes } from '../../../src/cli/index.js';
import { modelSchema } from '../schema/model-schema.js';
import { contentTypes } from '../types/write-types.js';

export const projectTypes: ProjectTypes = {
  filesFor: (model) => [
    ['model.schema.json', `${JSON.stringify(modelSchema(), undefined, 2)}\n`],
    ['content.d.ts', contentTypes(model)],
  ],
};
