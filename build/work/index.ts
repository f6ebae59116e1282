export {
  checkItems,
  checkLinks,
  checkSections,
  limitAdvice,
  maximumItems,
} from './bounds.js';
export { discard } from './buffers.js';
export { doJobs } from './build-thread.js';
export { MemoryGate } from './gate.js';
export { processInOrder } from './in-order.js';
export type { Job } from './job.js';
export { createPool, type Pool } from './pool.js';
export { LinkSpool, type LinksOfDocs } from './scratch/link-spool.js';
export { NumberSpool } from './scratch/number-spool.js';
export { recordOffsets } from './scratch/offsets.js';
export { SectionStore, type StoreSections, sharedNumbers } from './scratch/park.js';
export { RecordSpool, type StoredRecords, spooledSection, type TextSource } from './scratch/records.js';
export { type ScratchFile, ScratchFolder } from './scratch/scratch.js';
export { Spool } from './scratch/spool.js';
export { READING, WorkClock } from './work-clock.js';
export type { BuildContext } from './workshop.js';
