/**
 * A disk that fails: at one call, from one call on, or by doing less than it was asked.
 */
import type { Files } from '../../src/format/files/index.js';
import { diskError } from './disk-error.js';
import type { Below } from './nodes.js';
import { type FileCall, observed } from './observed.js';

export const FAULT_CODES = ['ENOSPC', 'EIO', 'EMFILE'] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

export interface Fault {
  /** Which call fails, from 1. */
  readonly at: number;
  readonly code: FaultCode;
  /** Whether every later call fails too. */
  readonly lasting: boolean;
}

export interface FaultyFiles {
  readonly files: Files;
  /** The call that failed first, once one has. */
  readonly failed: () => FileCall | undefined;
}

export function faultyFiles(files: Files, fault: Fault): FaultyFiles {
  let calls = 0;
  let failed: FileCall | undefined;
  const before = (call: FileCall): void => {
    calls += 1;
    if (calls < fault.at || (calls > fault.at && !fault.lasting)) return;
    failed ??= call;
    throw diskError(fault.code, call.operation, call.path);
  };
  return { files: observed(files, before), failed: () => failed };
}

/** Reads and writes that stop short at random, as signals, pipes and network file systems make them. */
export function shortTransfers(files: Files, below: Below): Files {
  const some = (byteLength: number): number => (byteLength === 0 ? 0 : 1 + below(byteLength));
  return {
    ...observed(files, () => undefined),
    open: async (path, mode) => {
      const file = await files.open(path, mode);
      return {
        read: (into, length, position) => file.read(into, some(length), position),
        write: (bytes, position) => file.write(bytes.subarray(0, some(bytes.byteLength)), position),
        sync: () => file.sync(),
        close: () => file.close(),
      };
    },
  };
}
