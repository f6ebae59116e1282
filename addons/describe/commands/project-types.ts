/**
 * The files that `stele init` writes to describe the content of a new project: the schema of its model, and its types.
 */
import type { ProjectTypes } from '../../../src/cli/index.js';
import { modelSchema } from '../schema/model-schema.js';
import { writeContentTypes } from '../types/write-types.js';

export const projectTypes: ProjectTypes = {
  filesFor: (model) => [
    ['model.schema.json', `${JSON.stringify(modelSchema(), undefined, 2)}\n`],
    ['content.ts', writeContentTypes(model, { hasConstants: true })],
  ],
};
