/** Room for what a compiled loop reads and writes, and what the request is charged to: an arena. */
export interface Scratch {
  readonly budget: { spend(costNs: number): void };
  readonly memory: WebAssembly.Memory | undefined;
  list(length: number): Uint32Array;
  isHome(buffer: ArrayBufferLike): boolean;
}
