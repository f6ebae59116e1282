/**
 * The entry of the add-on: its commands, the pages that describe the API, and the files of a new project.
 */
import type { AddOnCommands } from '../../src/cli/index.js';
import type { PageAddOn } from '../../src/server/index.js';

export const commands: AddOnCommands = {
  model: async () => (await import('./commands/model.js')).modelCommand,
  openapi: async () => (await import('./commands/openapi.js')).openApiCommand,
  types: async () => (await import('./commands/types.js')).typesCommand,
};

export const pages: PageAddOn = {
  async prepare({ guarded }) {
    const { descriptionPages } = await import('./pages/description-pages.js');
    return ({ mounts, publicUrl }) => descriptionPages(mounts, publicUrl, guarded);
  },
};

export { projectTypes } from './commands/project-types.js';
export { type OpenApiOptions, openApi } from './openapi/document.js';
export { readSamples, type Samples } from './openapi/samples.js';
export { PROFILE } from './profile.js';
export { exportSchema } from './schema/exported.js';
export type { Json, Schema } from './schema/json-schema.js';
export { modelSchema } from './schema/model-schema.js';
export { writeContentTypes } from './types/write-types.js';
