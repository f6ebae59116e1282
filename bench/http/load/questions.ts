/**
 * Requests of the load generator, packed into a few arrays: bytes to send, and the expected status, length and
 * checksum.
 *
 * A hundred thousand requests reach the generator's process in one message.
 */

/** One request and its expected answer. */
export interface Question {
  /** Bytes of the request, up to the empty line. */
  readonly request: Uint8Array;
  readonly status: number;
  /** Bytes of the body. */
  readonly byteLength: number;
  /** CRC-32 of the body; undefined if only the length is known. */
  readonly checksum: number | undefined;
}

export interface QuestionSet {
  readonly requests: Uint8Array;
  /** Beginning of each request in `requests`, and the end of the last. */
  readonly starts: Uint32Array;
  readonly statuses: Uint16Array;
  readonly byteLengths: Uint32Array;
  readonly checksums: Uint32Array;
  /** 1 if the checksum is known. */
  readonly checked: Uint8Array;
  /** Which question comes when: again from the first after the last. Absent: each in turn, and none twice. */
  readonly order?: Uint32Array;
}

/** Cost: O(bytes of the requests). */
export function packQuestions(questions: readonly Question[], order?: Uint32Array): QuestionSet {
  const starts = new Uint32Array(questions.length + 1);
  for (const [place, { request }] of questions.entries()) starts[place + 1] = starts[place]! + request.byteLength;
  const requests = new Uint8Array(starts[questions.length]!);
  for (const [place, { request }] of questions.entries()) requests.set(request, starts[place]!);
  return {
    requests,
    starts,
    statuses: Uint16Array.from(questions, ({ status }) => status),
    byteLengths: Uint32Array.from(questions, ({ byteLength }) => byteLength),
    checksums: Uint32Array.from(questions, ({ checksum }) => checksum ?? 0),
    checked: Uint8Array.from(questions, ({ checksum }) => (checksum === undefined ? 0 : 1)),
    ...(order === undefined ? {} : { order }),
  };
}

/** Gives out the questions of a set, one after the other, over any number of runs. */
export class Supply {
  readonly #set: QuestionSet;
  readonly #requests: Buffer;
  #next = 0;

  constructor(set: QuestionSet) {
    this.#set = set;
    this.#requests = Buffer.from(set.requests.buffer, set.requests.byteOffset, set.requests.byteLength);
  }

  /** @returns the number of the next question; undefined if none is left that was not asked */
  next(): number | undefined {
    const { order, statuses } = this.#set;
    if (order === undefined) {
      if (this.#next === statuses.length) return undefined;
      this.#next += 1;
      return this.#next - 1;
    }
    const number = order[this.#next];
    this.#next = this.#next + 1 === order.length ? 0 : this.#next + 1;
    return number;
  }

  request(question: number): Buffer {
    return this.#requests.subarray(this.#set.starts[question], this.#set.starts[question + 1]);
  }

  /**
   * @returns a description of the fault in the answer; undefined if it has none. @param checksum undefined: not computed
   */
  fault(question: number, status: number, byteLength: number, checksum: number | undefined): string | undefined {
    const { statuses, byteLengths, checksums, checked } = this.#set;
    if (status !== statuses[question]) return `status ${status} instead of ${statuses[question]}`;
    if (byteLength !== byteLengths[question]) return `${byteLength} bytes instead of ${byteLengths[question]}`;
    if (checksum === undefined || checked[question] === 0 || checksum === checksums[question]) return undefined;
    return `${byteLength} bytes, but not the expected ones`;
  }
}
