/**
 * A file face around another that tells of each call before it happens, and can be made to fail it there.
 */
import type { Files, OpenFile } from '../../src/format/files/index.js';

export interface FileCall {
  readonly operation: keyof Files | keyof OpenFile;
  readonly path: string;
}

/** @param before what it throws, the call throws instead of happening */
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
