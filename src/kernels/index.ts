/**
 * The door of the kernels: the inner loops that lists, sets, texts and a build's suffixes are worked on with, as functions over
 * one shared WebAssembly memory.
 *
 * Operands are addresses in that memory and numbers, all of 32 bits without a sign. A kernel checks no bound: its caller has made
 * a TypedArray over each range, which did. Sources: `assembly`; layouts that both sides use: `layout`.
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
 * @param memory shared
 * @returns the kernels over it, the same for each call. Cost: compiling them, some milliseconds, once in a thread; an instance,
 *          a fraction of one, once for each memory
 */
export function kernelsIn(memory: WebAssembly.Memory): Kernels {
  const known = instances.get(memory);
  if (known !== undefined) return known;
  compiled ??= new WebAssembly.Module(Buffer.from(MODULE, 'base64'));
  const { exports } = new WebAssembly.Instance(compiled, { env: { memory } });
  if (!areKernels(exports)) throw new TypeError('the compiled module exports something else than functions');
  instances.set(memory, exports);
  return exports;
}

const areKernels = (exports: object): exports is Kernels =>
  Object.values(exports).every((kernel) => typeof kernel === 'function');
