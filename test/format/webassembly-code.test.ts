/**
 * Modules encoded by hand, run by the engine: numbers of every length, locals, offsets and names come through.
 */
import { describe, expect, it } from 'vitest';
import {
  type Code,
  encodeModule,
  get,
  i32,
  MEMORY_IMPORT,
  type Routine,
  repeatWhile,
  set,
  tee,
  v128,
  when,
} from '../../src/format/webassembly-code.js';

const newMemory = (): WebAssembly.Memory => new WebAssembly.Memory({ initial: 1, maximum: 4, shared: true });

/** @returns what each routine gives, called with the operands */
function run(routines: readonly Routine[], operands: readonly number[] = [], memory = newMemory()): unknown[] {
  const module = new WebAssembly.Module(encodeModule(routines));
  const { exports } = new WebAssembly.Instance(module, { [MEMORY_IMPORT.module]: { [MEMORY_IMPORT.name]: memory } });
  return routines.map(({ name }) => {
    const routine = exports[name];
    return typeof routine === 'function' ? Reflect.apply(routine, undefined, operands) : name;
  });
}

const giving = (code: Code, more: Partial<Routine> = {}): Routine => ({
  name: 'f',
  parameters: 0,
  returns: true,
  numbers: 0,
  vectors: 0,
  code,
  ...more,
});

describe('encodeModule', () => {
  it('constants › of every length and sign', () => {
    for (const value of [0, 1, 63, 64, -1, -64, -65, 127, 128, 8191, 8192, -8192, -8193, 2 ** 31 - 1, -(2 ** 31)]) {
      expect(run([giving(i32.const(value))]), `${value}`).toEqual([value]);
    }
  });

  it('many routines › each by its name, with its parameters and result', () => {
    const routines = Array.from({ length: 140 }, (_, index) => giving(i32.const(index), { name: `routine ${index}` }));
    expect(run(routines)).toEqual(routines.map((_, index) => index));
    const sum = giving([...get(0), ...get(1), ...i32.add], { name: 'sum', parameters: 2 });
    const nothing = giving([], { name: 'nothing', parameters: 2, returns: false });
    expect(run([sum, nothing], [40, 2])).toEqual([42, undefined]);
  });

  it('locals › numbers behind the parameters, then vectors', () => {
    // 200 of them: their indexes take more than a byte.
    const code = [...get(0), ...set(199), ...i32.const(1), ...tee(150), ...get(199), ...i32.add];
    expect(run([giving(code, { parameters: 1, numbers: 199 })], [41])).toEqual([42]);
    const vectors = [...get(0), ...v128.splat32, ...set(3), ...get(3), ...v128.lane32(2)];
    expect(run([giving(vectors, { parameters: 1, numbers: 2, vectors: 1 })], [7])).toEqual([7]);
  });

  it('a long routine › is as long as it is', () => {
    const code = Array.from({ length: 10_000 }, () => [...i32.const(1), ...i32.add]).flat();
    expect(run([giving([...i32.const(5), ...code])])).toEqual([10_005]);
  });

  it('offsets of vectors › beyond 127 bytes', () => {
    const memory = newMemory();
    const words = new Uint32Array(memory.buffer);
    words.set([1, 2, 3, 4], 300 / 4);
    const copy = [...i32.const(16), ...i32.const(0), ...v128.load(300), ...v128.store(200)];
    run([giving(copy, { returns: false })], [], memory);
    expect([...words.subarray(54, 58)]).toEqual([1, 2, 3, 4]);
  });

  it('repeatWhile and when › run a body as often as they should', () => {
    // Counts its parameter down, and adds to the result each time.
    const body = [
      ...[...get(1), ...get(0), ...i32.add, ...set(1)],
      ...[...get(0), ...i32.const(1), ...i32.sub, ...tee(0)],
    ];
    const sum = giving([...get(0), ...when(repeatWhile(body)), ...get(1)], { parameters: 1, numbers: 1 });
    expect([0, 1, 4].map((count) => run([sum], [count])[0])).toEqual([0, 1, 10]);
  });
});
