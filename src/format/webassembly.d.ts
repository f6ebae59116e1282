/**
 * The part of WebAssembly's JavaScript interface that is used here. TypeScript has it with the browser's types only.
 * Source: WebAssembly JavaScript Interface, W3C, and the threads proposal (shared memories).
 */
declare namespace WebAssembly {
  class Memory {
    /** Lengths in pages of 64 KiB. @throws RangeError if there is no room for the memory */
    constructor(descriptor: { readonly initial: number; readonly maximum: number; readonly shared: true });
    /** The current pages, in a new object after each growth; earlier buffers of a shared memory stay valid. */
    readonly buffer: SharedArrayBuffer;
    /** @returns the number of pages before the growth. @throws RangeError beyond the maximum */
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
