/**
 * The program of the compiled loop: the steps for each item of a type, which write constants, parts of the item, and links.
 *
 * A program is an image without absolute positions of its own parts, so it can be copied to any address:
 *
 *     | steps, STEP_BYTES each | relationships, RELATIONSHIP_BYTES each | bytes of the constants | padding |
 */
import {
  COPIED_BYTES,
  ITEM_ATTRIBUTES,
  ITEM_ID,
  ITEM_URL,
  RELATIONSHIP_BASES,
  RELATIONSHIP_BYTES,
  RELATIONSHIP_LINKAGE,
  RELATIONSHIP_RELATIVE,
  RELATIONSHIP_STARTS,
  RELATIONSHIP_TARGETS,
  STEP_BYTES,
  STEP_CONSTANT,
  STEP_LINKS,
  STEP_PART,
  STEP_TOTAL,
} from '../../../kernels/index.js';
import type { CompleteRelationship, TypeBytes } from '../constants.js';
import type { Template } from '../pieces.js';

export interface Program {
  readonly image: Uint8Array;
  /** Bytes of the steps, which come first. */
  readonly stepsBytes: number;
  /** Bytes of all constants. */
  readonly constantBytes: number;
  /** Number of steps that write the item's id or attributes. */
  readonly parts: number;
}

/** Addresses of a relationship's columns (src/kernels/layout/items). */
export interface RelationshipAddresses {
  readonly starts: number;
  readonly targets: number;
  readonly relative: number;
  readonly bases: number;
  readonly linkage: number;
}

/** The linkage of a to-one relationship without a link. */
const NULL_LINKAGE = 'null';

type Step = readonly [kind: number, a: number, b: number, c: number];

/** Collects steps and constants; `build` computes their positions in the image. */
class ProgramBuilder {
  readonly #steps: Step[] = [];
  readonly #constants: Buffer[] = [];
  #constantsEnd = 0;
  parts = 0;

  /** @returns the offset of the text among the constants */
  #constant(text: string): number {
    const bytes = Buffer.from(text);
    const place = this.#constantsEnd;
    this.#constants.push(bytes);
    this.#constantsEnd += bytes.byteLength;
    return place;
  }

  text(text: string): void {
    if (text.length > 0) this.#steps.push([STEP_CONSTANT, this.#constant(text), Buffer.byteLength(text), 0]);
  }

  part(offset: number): void {
    this.#steps.push([STEP_PART, offset, 0, 0]);
    this.parts += 1;
  }

  template({ parts }: Template, offset: number): void {
    for (const [place, text] of parts.entries()) {
      if (place > 0) this.part(offset);
      this.text(text);
    }
  }

  links(relationship: number, { many }: CompleteRelationship): void {
    const emptyLinkage = many ? '' : NULL_LINKAGE;
    this.#steps.push([STEP_LINKS, relationship, this.#constant(emptyLinkage), emptyLinkage.length]);
  }

  total(relationship: number): void {
    this.#steps.push([STEP_TOTAL, relationship, 0, 0]);
  }

  build(relationships: readonly RelationshipAddresses[]): Program {
    const stepsBytes = this.#steps.length * STEP_BYTES;
    const constants = stepsBytes + relationships.length * RELATIONSHIP_BYTES;
    const image = new Uint8Array(constants + this.#constantsEnd + COPIED_BYTES);
    const view = new DataView(image.buffer);
    const write = (at: number, numbers: readonly number[]): void => {
      for (const [place, number] of numbers.entries()) view.setUint32(at + 4 * place, number, true);
    };
    for (const [place, step] of this.#steps.entries())
      write(place * STEP_BYTES, withImageOffsets(step, stepsBytes, constants));
    for (const [place, { starts, targets, relative, bases, linkage }] of relationships.entries()) {
      const at = stepsBytes + place * RELATIONSHIP_BYTES;
      write(at + RELATIONSHIP_STARTS, [starts]);
      write(at + RELATIONSHIP_TARGETS, [targets]);
      write(at + RELATIONSHIP_RELATIVE, [relative]);
      write(at + RELATIONSHIP_BASES, [bases]);
      write(at + RELATIONSHIP_LINKAGE, [linkage]);
    }
    image.set(Buffer.concat(this.#constants), constants);
    return { image, stepsBytes, constantBytes: this.#constantsEnd, parts: this.parts };
  }
}

/** @returns the step with offsets in the image, in place of offsets among the constants and relationships */
function withImageOffsets([kind, a, b, c]: Step, relationships: number, constants: number): Step {
  if (kind === STEP_CONSTANT) return [kind, constants + a, b, c];
  if (kind === STEP_LINKS) return [kind, relationships + a * RELATIONSHIP_BYTES, constants + b, c];
  if (kind === STEP_TOTAL) return [kind, relationships + a * RELATIONSHIP_BYTES, b, c];
  return [kind, a, b, c];
}

/**
 * @param separator     written before each item
 * @param relationships of the type, in its order
 * Cost: O(model).
 */
export function programOf(
  { openAttributes, complete }: TypeBytes,
  separator: string,
  relationships: readonly RelationshipAddresses[],
): Program {
  const program = new ProgramBuilder();
  program.text(separator);
  program.template(openAttributes, ITEM_ID);
  program.part(ITEM_ATTRIBUTES);
  program.template(complete.afterAttributes, ITEM_URL);
  for (const [place, relationship] of complete.relationships.entries()) {
    program.links(place, relationship);
    program.template(relationship.links, ITEM_URL);
    if (!relationship.many) continue;
    program.total(place);
    program.template(relationship.afterTotal, ITEM_URL);
  }
  return program.build(relationships);
}
