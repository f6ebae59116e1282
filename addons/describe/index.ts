export { type OpenApiOptions, openApi } from './openapi/document.js';
export { readSamples, type Samples } from './openapi/samples.js';
export { PROFILE } from './profile.js';
export { exportSchema } from './schema/exported.js';
export type { Json, Schema } from './schema/json-schema.js';
export { modelSchema } from './schema/model-schema.js';
export { contentTypes } from './types/write-types.js';
