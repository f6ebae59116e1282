/**
 * The part of WebAssembly's JavaScript interface that is used here. TypeScript has it with the browser's types only.
 * Source: WebAssembly JavaScript Interface, W3C, and the threads proposal (shared memories).
 */
declare namespace WebAssembly {
  class Memory {
    /** Lengths in pages of 64 KiB. @throws RangeError when there is no room for it */
    constructor(descriptor: { readonly initial: number; readonly maximum: number; readonly shared: true });
    /** All pages there are now; of a shared memory, a buffer given earlier stays valid. */
    readonly buffer: SharedArrayBuffer;
    /** @returns how many pages there were before. @throws RangeError beyond the maximum */
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: { readonly [module: string]: { readonly [name: string]: Memory } });
    readonly exports: { readonly [name: string]: unknown };
  }
}
