/**
 * What the compiled loop does for each item of a type: constants, parts of the item, links, one step behind the other.
 *
 * A program is one image that means the same wherever it lies: its steps, then the numbers of its relationships, then the
 * bytes of its constants.
 */

import type { ShownRelationship, TypeBytes } from '../constants.js';
import type { Template } from '../pieces.js';
import { COPIED_BYTES, ITEM, RELATIONSHIP, STEP, STEP_BYTES } from './routine.js';

export interface Program {
  readonly image: Uint8Array;
  /** Bytes of the steps, which come first. */
  readonly stepsBytes: number;
  /** Bytes of all constants. */
  readonly constantBytes: number;
  /** How often a part of the item is written. */
  readonly parts: number;
}

/** Where a relationship's columns are, as addresses. */
export type RelationshipNumbers = Readonly<Record<keyof typeof RELATIONSHIP, number>>;

const relationshipBytes = 20;
/** What a to-one relationship without a link shows. */
const NULL = 'null';

type Step = readonly [kind: number, a: number, b: number, c: number];

/** Lays out steps before it is known where constants will be. */
class Builder {
  readonly #steps: Step[] = [];
  readonly #constants: Buffer[] = [];
  #constantsEnd = 0;
  parts = 0;

  /** @returns its place among the constants */
  #constant(text: string): number {
    const bytes = Buffer.from(text);
    const place = this.#constantsEnd;
    this.#constants.push(bytes);
    this.#constantsEnd += bytes.byteLength;
    return place;
  }

  text(text: string): void {
    if (text.length > 0) this.#steps.push([STEP.constant, this.#constant(text), Buffer.byteLength(text), 0]);
  }

  part(offset: number): void {
    this.#steps.push([STEP.part, offset, 0, 0]);
    this.parts += 1;
  }

  template({ parts }: Template, offset: number): void {
    for (const [place, text] of parts.entries()) {
      if (place > 0) this.part(offset);
      this.text(text);
    }
  }

  links(relationship: number, { many }: ShownRelationship): void {
    const without = many ? '' : NULL;
    this.#steps.push([STEP.links, relationship, this.#constant(without), without.length]);
  }

  total(relationship: number): void {
    this.#steps.push([STEP.total, relationship, 0, 0]);
  }

  built(relationships: readonly RelationshipNumbers[]): Program {
    const stepsBytes = this.#steps.length * STEP_BYTES;
    const constants = stepsBytes + relationships.length * relationshipBytes;
    const image = new Uint8Array(constants + this.#constantsEnd + COPIED_BYTES);
    const view = new DataView(image.buffer);
    const write = (at: number, numbers: readonly number[]): void => {
      for (const [place, number] of numbers.entries()) view.setUint32(at + 4 * place, number, true);
    };
    for (const [place, step] of this.#steps.entries()) write(place * STEP_BYTES, placed(step, stepsBytes, constants));
    for (const [place, numbers] of relationships.entries()) {
      for (const name of RELATIONSHIP_NAMES)
        view.setUint32(stepsBytes + place * relationshipBytes + RELATIONSHIP[name], numbers[name], true);
    }
    image.set(Buffer.concat(this.#constants), constants);
    return { image, stepsBytes, constantBytes: this.#constantsEnd, parts: this.parts };
  }
}

const RELATIONSHIP_NAMES = ['starts', 'targets', 'relative', 'bases', 'linkage'] as const;

/** The step with offsets in the image, in place of those among constants and relationships. */
function placed([kind, a, b, c]: Step, relationships: number, constants: number): Step {
  if (kind === STEP.constant) return [kind, constants + a, b, c];
  if (kind === STEP.links) return [kind, relationships + a * relationshipBytes, constants + b, c];
  if (kind === STEP.total) return [kind, relationships + a * relationshipBytes, b, c];
  return [kind, a, b, c];
}

/**
 * @param separator that stands before each item
 * @param relationships those of the type, in their order
 * Cost: O(model).
 */
export function programOf(
  { openAttributes, complete }: TypeBytes,
  separator: string,
  relationships: readonly RelationshipNumbers[],
): Program {
  const program = new Builder();
  program.text(separator);
  program.template(openAttributes, ITEM.id);
  program.part(ITEM.attributes);
  program.template(complete.behind, ITEM.url);
  for (const [place, relationship] of complete.relationships.entries()) {
    program.links(place, relationship);
    program.template(relationship.links, ITEM.url);
    if (!relationship.many) continue;
    program.total(place);
    program.template(relationship.end, ITEM.url);
  }
  return program.built(relationships);
}
