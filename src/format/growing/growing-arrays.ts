/**
 * Arrays of numbers that grow while a structure is built.
 */

const firstCapacity = 1024;

/** Numbers of one width, appended. */
class Growing<Data extends Uint8Array | Uint32Array | Float64Array> {
  readonly #make: (capacity: number) => Data;
  #data: Data;
  length = 0;

  constructor(make: (capacity: number) => Data) {
    this.#make = make;
    this.#data = make(firstCapacity);
  }

  push(value: number): void {
    if (this.length === this.#data.length) {
      const larger = this.#make(this.#data.length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data[this.length] = value;
    this.length += 1;
  }

  at(index: number): number {
    return this.#data[index]!;
  }

  set(index: number, value: number): void {
    this.#data[index] = value;
  }

  /** A view, valid until the next push. */
  view(): Data {
    // The type of subarray on a union does not say that it has the same type.
    return this.#data.subarray(0, this.length) as Data;
  }

  protected replace(data: Data): void {
    this.#data = data;
    this.length = data.length;
  }
}

/** Bytes. */
export class GrowingBytes extends Growing<Uint8Array> {
  constructor() {
    super((capacity) => new Uint8Array(capacity));
  }
}

/** Unsigned 32-bit numbers. */
export class GrowingU32 extends Growing<Uint32Array> {
  constructor() {
    super((capacity) => new Uint32Array(capacity));
  }
}

/** 64-bit floats. */
export class GrowingF64 extends Growing<Float64Array> {
  constructor() {
    super((capacity) => new Float64Array(capacity));
  }

  /** @returns one that begins with these values, without a copy */
  static of(values: Float64Array): GrowingF64 {
    const growing = new GrowingF64();
    growing.replace(values);
    return growing;
  }
}
