export { closeUnsent } from './close-unsent.js';
export { collectGarbage } from './collect-garbage.js';
export { freeBuffers } from './free-buffers.js';
