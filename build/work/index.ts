export { discard } from './buffers.js';
export type { BuildContext } from './build-context.js';
export { doJobs } from './build-thread.js';
export { processInOrder } from './in-order.js';
export type { Job } from './job.js';
export {
  checkItems,
  checkLinks,
  checkSections,
  limitAdvice,
  maximumItems,
} from './limits.js';
export { MemoryGate } from './memory-gate.js';
export { createPool, type Pool } from './pool.js';
export { FileRecords, type RecordSource } from './scratch/file-records.js';
export { LinkSpool, type LinksOfDocs } from './scratch/link-spool.js';
export { NumberSpool } from './scratch/number-spool.js';
export { recordOffsets } from './scratch/offsets.js';
export {
  type Ordinals,
  readBytes,
  readNumbers,
  readOrdinals,
  sharedNumbers,
} from './scratch/read-sections.js';
export {
  type BlockChecksums,
  RecordSpool,
  type StoredRecords,
  spooledSection,
  type TextSource,
} from './scratch/record-spool.js';
export { type ScratchFile, ScratchFolder } from './scratch/scratch-files.js';
export { SectionStore, type StoreSections } from './scratch/section-store.js';
export { Spool } from './scratch/spool.js';
export { READING, WorkClock } from './work-clock.js';
