/** Temporary memory for compiled loops, and the budget of the request. An arena has this interface. */

export interface Scratch {
  readonly budget: { spend(costNs: number): void };
  readonly memory: WebAssembly.Memory | undefined;
  list(length: number): Uint32Array;
  ownsBuffer(buffer: ArrayBufferLike): boolean;
}
