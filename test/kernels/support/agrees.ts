/**
 * Runs a kernel and its plain twin on the same arrays: they must return the same number, leave the same contents in every array, and
 * the kernel must write nowhere else.
 *
 * The arrays are at the end of a memory of the maximum size: addresses are above 2^31, and one of the arrays ends with the memory, so
 * that reading after it traps.
 */
import fc from 'fast-check';
import { expect } from 'vitest';
import { type Kernels, kernelsIn } from '../../../src/kernels/index.js';

export type Numbers = Uint8Array | Uint16Array | Uint32Array | Float64Array;

const memoryPages = 65_535;
const memoryEnd = memoryPages * 2 ** 16;
/** Bytes at the end of the memory in which arrays are placed. */
const regionBytes = 2 ** 16;
const regionStart = memoryEnd - regionBytes;
/** Held by every byte of the region that belongs to no array. */
const CANARY = 0xa5;

let memory: WebAssembly.Memory | undefined;

export interface Layout {
  /** Elements between one array and the next. */
  readonly gap: number;
  /** Which array ends at the memory's end, counted modulo their number. */
  readonly last: number;
}

export const layouts: fc.Arbitrary<Layout> = fc.record({ gap: fc.nat(17), last: fc.nat(8) });

export interface Addresses<Name extends string> {
  readonly start: (name: Name) => number;
  readonly end: (name: Name) => number;
}

/** A kernel with the arrays that it is given, and what it must do to them. */
export interface Agreement<Name extends string, Arrays extends Readonly<Record<Name, Numbers>>> {
  /** By name, copied into the memory. */
  readonly arrays: Arrays & Readonly<Record<Name, Numbers>>;
  /** Fills in what depends on where the arrays lie. */
  readonly prepare?: (addresses: Addresses<Name>) => void;
  readonly kernel: (kernels: Kernels, addresses: Addresses<Name>) => unknown;
  /** Run afterwards on the arrays themselves. */
  readonly twin: (arrays: Arrays) => unknown;
  /** Of this array only as many bytes are compared as the twin returns; those behind them may hold anything. */
  readonly partial?: NoInfer<Name>;
  /** Bytes behind each array that the kernel may read and write, of no meaning. */
  readonly slackBytes?: number;
}

/** @throws where kernel and twin differ */
export function expectAgreement<Name extends string, Arrays extends Readonly<Record<Name, Numbers>>>(
  { gap, last }: Layout,
  { arrays, prepare, kernel, twin, partial, slackBytes = 0 }: Agreement<Name, Arrays>,
): void {
  memory ??= new WebAssembly.Memory({ initial: memoryPages, maximum: memoryPages, shared: true });
  const region = new Uint8Array(memory.buffer, regionStart, regionBytes).fill(CANARY);
  const entries: [name: string, array: Numbers][] = Object.entries(arrays);
  const starts = new Map<string, number>();
  let used = 64;
  for (const [place, [name, array]] of entries.entries()) {
    const isLast = place === last % entries.length;
    const start = isLast ? regionBytes - slackBytes - array.byteLength : used + gap * array.BYTES_PER_ELEMENT;
    if (!isLast) used = Math.ceil((start + array.byteLength + slackBytes) / 8) * 8;
    starts.set(name, start);
  }
  const startOf = (name: string): number => starts.get(name) ?? 0;
  const lastStart = startOf(entries[last % entries.length]?.[0] ?? '');
  if (used > lastStart) throw new RangeError('the arrays take more than the region');
  const addresses: Addresses<Name> = {
    start: (name) => regionStart + startOf(name),
    end: (name) => regionStart + startOf(name) + arrays[name].byteLength,
  };
  prepare?.(addresses);
  for (const [name, array] of entries) region.set(bytesOf(array), startOf(name));
  const result = kernel(kernelsIn(memory), addresses);
  const expected = twin(arrays);
  if (expected !== undefined || result !== undefined) expect(Number(result) >>> 0).toBe(expected);
  // Slack may hold anything: it is compared with itself.
  const untouched = new Uint8Array(regionBytes).fill(CANARY);
  for (const [name, array] of entries) {
    const end = startOf(name) + array.byteLength;
    if (name === partial) bytesOf(array).set(region.subarray(startOf(name) + Number(expected), end), Number(expected));
    untouched.set(bytesOf(array), startOf(name));
    untouched.set(region.subarray(end, end + slackBytes), end);
  }
  for (const [name, array] of entries) {
    const start = startOf(name);
    const after = region.slice(start, start + array.byteLength);
    expect({ [name]: Buffer.from(after).toString('hex') }).toEqual({
      [name]: Buffer.from(bytesOf(array)).toString('hex'),
    });
  }
  expect(Buffer.compare(region, untouched), 'something outside the arrays was written').toBe(0);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Numbers): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** None, few, around the number that a vector or an iteration takes, and more. */
export const lengths = (most = 300): fc.Arbitrary<number> =>
  fc.oneof(
    fc.nat(5),
    fc.constantFrom(...[15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129].filter((length) => length <= most)),
    fc.nat(most),
  );

/** So many numbers of 32 bits, at most `most`. */
export const numbers = (length: number, most = 0xffffffff): fc.Arbitrary<Uint32Array> =>
  fc.uint32Array({ minLength: length, maxLength: length, max: most });

/** A column for so many docs, of ordinals of a width. */
export const columns = (
  bits: 8 | 16 | 32,
  length: number,
  most = 2 ** bits - 1,
): fc.Arbitrary<Uint8Array | Uint16Array | Uint32Array> => {
  const constraints = { minLength: length, maxLength: length, max: Math.min(most, 2 ** bits - 1) };
  if (bits === 8) return fc.uint8Array(constraints);
  return bits === 16 ? fc.uint16Array(constraints) : fc.uint32Array(constraints);
};

export const WIDTHS = [8, 16, 32] as const;
