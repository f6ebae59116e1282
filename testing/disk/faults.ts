/**
 * A failing disk: file calls that fail once, or permanently, or do less than requested, with the errors of Node's file
 * calls.
 */
import type { Files, OpenFile } from '../../src/format/files/index.js';

/** Random integers from 0 to bound - 1, which decide the data that survives a power cut. */
export type Below = (bound: number) => number;

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

/** @param code of errno, such as ENOSPC */
export const diskError = (code: string, syscall: string, path?: string): Error =>
  Object.assign(new Error(`${code}: made to fail, ${syscall}${path === undefined ? '' : ` '${path}'`}`), {
    code,
    syscall,
    ...(path === undefined ? {} : { path }),
  });

export interface FileCall {
  readonly operation: keyof Files | keyof OpenFile;
  readonly path: string;
}

/** @param before called before each call; if it throws, the call throws the same error and does nothing */
export function observed(files: Files, before: (call: FileCall) => void): Files {
  const after = async <Result>(operation: FileCall['operation'], path: string, act: () => Promise<Result>) => {
    before({ operation, path });
    return act();
  };
  return {
    open: (path, mode) =>
      after('open', path, async () => {
        const file = await files.open(path, mode);
        return {
          read: (into, length, position) => after('read', path, () => file.read(into, length, position)),
          write: (bytes, position) => after('write', path, () => file.write(bytes, position)),
          sync: () => after('sync', path, () => file.sync()),
          // A descriptor goes even where closing it fails.
          close: async () => {
            await file.close();
            before({ operation: 'close', path });
          },
        };
      }),
    stat: (path) => after('stat', path, () => files.stat(path)),
    realPath: (path) => after('realPath', path, () => files.realPath(path)),
    list: (folder) => after('list', folder, () => files.list(folder)),
    makeFolder: (path) => after('makeFolder', path, () => files.makeFolder(path)),
    rename: (from, to) => after('rename', to, () => files.rename(from, to)),
    link: (existing, added) => after('link', added, () => files.link(existing, added)),
    remove: (path) => after('remove', path, () => files.remove(path)),
    syncFolder: (path) => after('syncFolder', path, () => files.syncFolder(path)),
    freeBytes: (folder) => after('freeBytes', folder, () => files.freeBytes(folder)),
    checkWritable: (folder) => after('checkWritable', folder, () => files.checkWritable(folder)),
  };
}
