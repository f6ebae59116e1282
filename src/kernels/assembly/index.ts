/** The kernels of the compiled module: whatever these files export. */
export * from './ascending';
export * from './members';
export * from './scan';
export * from './scores';
export * from './sift';
export * from './tally';
export * from './words';
