/**
 * Draws questions that were never drawn before, with the length and checksum of the answer: what the engine, asked in
 * this process, says it must be.
 */
import { crc32 } from 'node:zlib';
import type { Random } from '../../../data/generate/random.js';
import { answer } from '../../../src/api/jsonapi/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { BASE } from '../../harness/input/render.js';
import type { Sample } from '../../harness/input/sample.js';
import { parseUrl } from '../../harness/stele.js';
import { totalOf } from '../../harness/timing/compare.js';

/** A URL below the delivery root, and what its document is. */
export interface Known {
  readonly url: string;
  readonly byteLength: number;
  readonly checksum: number;
}

/** One way of asking. */
export interface Shape {
  readonly kind: string;
  readonly draw: (sample: Sample, random: Random) => string;
}

/** A shape that gives nothing new so many times is used up. */
const attemptsMaximum = 1000;

export class Questioner {
  readonly #space: Space;
  readonly #sample: Sample;
  readonly #random: Random;
  readonly #drawn = new Set<string>();

  constructor(space: Space, sample: Sample, random: Random) {
    this.#space = space;
    this.#sample = sample;
    this.#random = random;
  }

  /** @returns the document, by the engine of this process. @throws RequestError when the URL is wrong */
  document(url: string): Buffer {
    return answer(this.#space, parseUrl(this.#space.model, url).request, BASE);
  }

  /**
   * Empty lists are passed over. Cost: the engine's for each.
   *
   * @param shapes each as often as the others, in turn
   * @returns      as many as there are, up to `count`: a shape that is used up ends the drawing
   */
  draw(shapes: readonly Shape[], count: number): Known[] {
    const known: Known[] = [];
    while (known.length < count) {
      const next = this.#next(shapes[known.length % shapes.length]!);
      if (next === undefined) break;
      known.push(next);
    }
    return known;
  }

  #next({ draw }: Shape): Known | undefined {
    for (let attempt = 0; attempt < attemptsMaximum; attempt += 1) {
      const url = draw(this.#sample, this.#random);
      if (this.#drawn.has(url)) continue;
      this.#drawn.add(url);
      const document = this.document(url);
      // A page behind the end has no data though there is a total.
      if (totalOf(document) > 0 && !document.includes('"data":[],"meta":{"total":')) {
        return { url, byteLength: document.byteLength, checksum: crc32(document) };
      }
    }
    return undefined;
  }
}
