/**
 * Sets up WarpDrive without a framework, before a program that uses it.
 */

/** What a framework does: nothing is rendered here, so a signal has nobody to tell. */
export const warpDrivePrelude = `import { setupSignals } from '@warp-drive/core/configure';
setupSignals(() => ({
  createSignal: () => ({}),
  notifySignal() {},
  consumeSignal() {},
  createMemo: (_object, _key, compute) => compute,
  willSyncFlushWatchers: () => false,
}));
`;
