/**
 * Sets up WarpDrive without a framework, before a program that uses it.
 */

/** The part of a framework: nothing is rendered here, so signals have no listeners. */
export const warpDrivePrelude = `import { setupSignals } from '@warp-drive/core/configure';
setupSignals(() => ({
  createSignal: () => ({}),
  notifySignal() {},
  consumeSignal() {},
  createMemo: (_object, _key, compute) => compute,
  willSyncFlushWatchers: () => false,
}));
`;
