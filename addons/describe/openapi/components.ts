/**
 * The components of a description as JSON texts. Each is created when it is first referenced, so none is unused.
 *
 * Texts instead of objects: objects of thousands of components would make garbage collections long.
 */
import type { JsonTexts, Schema } from '../schema/json-schema.js';
import { UniqueNames } from './component-names.js';

export const COMPONENT_KINDS = [
  'headers',
  'examples',
  'parameters',
  'responses',
  'schemas',
  'securitySchemes',
] as const;
export type ComponentKind = (typeof COMPONENT_KINDS)[number];

interface PendingComponent {
  readonly kind: ComponentKind;
  readonly name: string;
  readonly build: () => Schema;
}

export class Components {
  readonly #textsByKind = new Map<ComponentKind, Map<string, string>>();
  readonly #namesByKind = new Map<ComponentKind, UniqueNames>();
  /** Kind and key → the reference. */
  readonly #references = new Map<string, Schema>();
  readonly #pending: PendingComponent[] = [];

  /**
   * @param key   identifies the component among those of its kind
   * @param build called later, once, so that components may refer to each other
   * @returns     a reference to the component
   */
  define(kind: ComponentKind, key: string, preferredName: string, build: () => Schema): Schema {
    const existing = this.#references.get(`${kind} ${key}`);
    if (existing !== undefined) return existing;
    const { name, reference } = this.#addReference(kind, key, preferredName);
    this.#pending.push({ kind, name, build });
    return reference;
  }

  /** @returns a reference to a component with this value, which is the same for equal values */
  share(kind: ComponentKind, preferredName: string, value: Schema): Schema {
    const text = JSON.stringify(value);
    // No key of `define` begins with a brace.
    const existing = this.#references.get(`${kind} ${text}`);
    if (existing !== undefined) return existing;
    const { name, reference } = this.#addReference(kind, text, preferredName);
    this.#addText(kind, name, text);
    return reference;
  }

  /** Builds the components that were only referenced so far. Yields an empty text after each. */
  *buildPending(): Generator<string, void> {
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
      this.#addText(next.kind, next.name, JSON.stringify(next.build()));
      yield '';
    }
  }

  /** @returns kind → name → text, without empty kinds */
  texts(): JsonTexts {
    const kinds = COMPONENT_KINDS.flatMap((kind): [string, JsonTexts][] => {
      const texts = this.#textsByKind.get(kind);
      return texts === undefined ? [] : [[kind, texts]];
    });
    return new Map(kinds);
  }

  #addReference(kind: ComponentKind, key: string, preferredName: string): { name: string; reference: Schema } {
    const names = this.#namesByKind.get(kind) ?? new UniqueNames();
    this.#namesByKind.set(kind, names);
    const name = names.claim(preferredName);
    const reference = { $ref: `#/components/${kind}/${name}` };
    this.#references.set(`${kind} ${key}`, reference);
    return { name, reference };
  }

  #addText(kind: ComponentKind, name: string, text: string): void {
    const texts = this.#textsByKind.get(kind) ?? new Map<string, string>();
    this.#textsByKind.set(kind, texts);
    texts.set(name, text);
  }
}
