/**
 * The door of the kernels: inner loops over lists, sets, texts and a build's suffixes, compiled to WebAssembly over one shared
 * memory.
 *
 * Operands are addresses in that memory and numbers, all unsigned with 32 bits. A kernel checks no bounds: its caller has created a
 * TypedArray over each range, which checks them. Sources: `assembly`; layouts that both sides use: `layout`.
 */
import { type Kernels, MODULE } from './compiled.js';

export type { Kernels } from './compiled.js';
export * from './layout/items.js';
export * from './layout/suffixes.js';
export * from './layout/terms.js';
export * from './layout/text-search.js';

let compiled: WebAssembly.Module | undefined;
const instances = new WeakMap<WebAssembly.Memory, Kernels>();

/**
 * @param memory the shared memory of the operands
 * @returns the kernels over this memory; the same object at each call. Cost: some milliseconds for compiling, once per thread;
 *          less than a millisecond for an instance, once per memory
 */
export function kernelsIn(memory: WebAssembly.Memory): Kernels {
  const instance = instances.get(memory);
  if (instance !== undefined) return instance;
  compiled ??= new WebAssembly.Module(Buffer.from(MODULE, 'base64'));
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  if (!areKernels(exports)) throw new TypeError('the compiled module exports a value that is not a function');
  instances.set(memory, exports);
  return exports;
}

const areKernels = (exports: object): exports is Kernels =>
  Object.values(exports).every((kernel) => typeof kernel === 'function');
