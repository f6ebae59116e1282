/**
 * Calls kernels: turns the operands of a routine into the 32-bit parameters of a kernel over one memory.
 *
 *     operand            parameters
 *     first array        address of its start, address of its end
 *     any other array    address of its start
 *     interval           low, span
 *     number, boolean    the number; 1 or 0
 *
 * Elsewhere: the kernels (src/kernels), the routines that call them (vector-routines).
 */
import { InvariantError } from '../../content/errors/index.js';
import { kernelsIn } from '../../kernels/index.js';
import type { Interval, Ordinals } from './routines.js';

/** Maximum number of parameters of a kernel. */
const parametersMaximum = 7;

export type Operand = Ordinals | Interval | number | boolean;

/** @returns the kernel's result; 0 if an array is empty; undefined if an array is not in the memory */
export type KernelCall = (operands: readonly Operand[]) => number | undefined;

/** A kernel ignores surplus arguments. */
type Kernel = (...parameters: readonly number[]) => unknown;

const isKernel = (value: unknown): value is Kernel => typeof value === 'function';

export class KernelCaller {
  readonly #kernels: Readonly<Record<string, unknown>>;
  readonly #ownsBuffer: (buffer: ArrayBufferLike) => boolean;
  readonly #parameters = new Uint32Array(parametersMaximum);

  /** @param ownsBuffer whether a buffer belongs to the memory, which gets a new buffer object at each growth */
  constructor(memory: WebAssembly.Memory, ownsBuffer: (buffer: ArrayBufferLike) => boolean) {
    this.#kernels = kernelsIn(memory);
    this.#ownsBuffer = ownsBuffer;
  }

  /**
   * @param name name of a kernel without the width of its column: `scanColumn` calls `scanColumn8`, `scanColumn16` or `scanColumn32`
   * @throws InvariantError if there is no such kernel
   */
  createCall(name: string): KernelCall {
    /** Bytes of an ordinal in the column → the kernel. */
    const kernelByBytes: Readonly<Record<number, Kernel>> = {
      1: this.#findKernel(name, 8),
      2: this.#findKernel(name, 16),
      4: this.#findKernel(name, 32),
    };
    return (operands) => {
      const ordinalBytes = this.#writeParameters(operands);
      if (ordinalBytes === 'empty') return 0;
      if (ordinalBytes === 'elsewhere') return undefined;
      const kernel = kernelByBytes[ordinalBytes]!;
      const values = this.#parameters;
      // All seven are passed, because spreading takes as long as a short loop.
      const result = kernel(values[0]!, values[1]!, values[2]!, values[3]!, values[4]!, values[5]!, values[6]!);
      // WebAssembly returns numbers from 2³¹ on as negative numbers; a kernel without a result returns undefined.
      return Number(result) >>> 0;
    };
  }

  /** A kernel that has no column exists once, without a width in its name. */
  #findKernel(name: string, ordinalBits: number): Kernel {
    const kernel = this.#kernels[`${name}${ordinalBits}`] ?? this.#kernels[name];
    if (!isKernel(kernel)) throw new InvariantError(`no kernel ${name}`);
    return kernel;
  }

  /**
   * Writes the parameters of a call.
   *
   * @returns the bytes of an ordinal in the column: it is the narrowest array, as all others have 32 bits; `empty` if an array is
   *          empty, `elsewhere` if an array is not in the memory
   */
  #writeParameters(operands: readonly Operand[]): number | 'empty' | 'elsewhere' {
    const parameters = this.#parameters;
    let ordinalBytes = 4;
    let count = 0;
    for (let i = 0; i < operands.length; i += 1) {
      const operand = operands[i]!;
      if (typeof operand !== 'object') {
        parameters[count++] = Number(operand);
      } else if (!ArrayBuffer.isView(operand)) {
        parameters[count++] = operand.low;
        parameters[count++] = operand.span;
      } else {
        const { byteLength, byteOffset, BYTES_PER_ELEMENT } = operand;
        if (byteLength === 0) return 'empty';
        if (!this.#ownsBuffer(operand.buffer)) return 'elsewhere';
        if (BYTES_PER_ELEMENT < ordinalBytes) ordinalBytes = BYTES_PER_ELEMENT;
        parameters[count++] = byteOffset;
        if (i === 0) parameters[count++] = byteOffset + byteLength;
      }
    }
    return ordinalBytes;
  }
}
