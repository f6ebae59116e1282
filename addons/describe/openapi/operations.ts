/**
 * The GET operations of a description as JSON texts, by their path.
 *
 * Elsewhere: the operations of a content type (type-endpoints) and of the whole space (space-endpoints).
 */
import type { Schema } from '../schema/json-schema.js';
import { UniqueNames } from './component-names.js';
import type { Components } from './components.js';
import type { FilterAmount } from './filters.js';
import { buildFewResponses, buildResponses, type DocumentResponse } from './responses.js';

/** A GET operation. */
interface Operation {
  readonly path: string;
  /** The verb and the things that the operation reads: in camel case it is the id. */
  readonly id: readonly string[];
  readonly tag: string;
  readonly summary: string;
  /** References to the parameters. */
  readonly parameters: readonly Schema[];
  readonly response: DocumentResponse;
}

export class Operations {
  readonly #components: Components;
  readonly #names = new UniqueNames();
  readonly #textsByPath = new Map<string, string>();

  readonly #amount: FilterAmount;

  constructor(components: Components, amount: FilterAmount) {
    this.#components = components;
    this.#amount = amount;
  }

  add({ path, id, tag, summary, parameters, response }: Operation): void {
    const [verb = '', ...things] = id;
    const build = this.#amount === 'few' ? buildFewResponses : buildResponses;
    const get = {
      operationId: this.#names.claim(`${verb}${things.join('')}`),
      tags: [tag],
      summary,
      parameters,
      responses: build(this.#components, response),
    };
    this.#textsByPath.set(path, JSON.stringify({ get }));
  }

  /** @returns path → text, in the order of the additions */
  texts(): ReadonlyMap<string, string> {
    return this.#textsByPath;
  }
}
