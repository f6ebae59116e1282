export { allowedMemory } from './allowed-memory.js';
export { BUFFER_POOL_BYTES } from './buffer-pool.js';
export { collectGarbage, shrinkHeap } from './collect-garbage.js';
export { freeBuffers } from './free-buffers.js';
export { stepBack } from './step-back.js';
export { keepTickShape } from './tick-shape.js';
