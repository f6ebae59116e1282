/**
 * What requests have in common that differ in values only: all that was read and checked of the first of them, with
 * holes for an item's id, for operands, and for the page.
 *
 * A template fills its holes with what passes the same checks, or not at all: whoever asks for an answer that it cannot
 * give parses the request anew, and hears of every mistake there. Elsewhere: which template a request has (template-cache).
 */
import { encodeComponent, type FieldType, LIMITS, type Operator } from '../../model/index.js';
import type { Filter, Operand, Window } from '../../query/index.js';
import { parseOperand } from '../check/operand.js';
import { amended, type Member } from '../check/page-windows.js';
import type { Endpoint } from '../request/endpoint.js';
import type { ParameterName } from '../request/parameter-names.js';
import type { ParsedRequest } from '../request/parsed-request.js';
import { decode } from '../request/percent.js';
import { Problems } from '../request/problems.js';
import { plainCount } from '../request/read-query.js';

/** A value that a request may have in place of another. */
export type Hole =
  | {
      readonly kind: 'operand';
      readonly named: ParameterName;
      readonly subject: { readonly name: string; readonly type: FieldType };
      readonly operator: Operator;
    }
  | { readonly kind: 'page'; readonly named: ParameterName; readonly member: Member };

/** A filter whose operands are yet to come, each told by its place among the operands of the request. */
export type FilterTemplate =
  | { readonly kind: 'condition'; readonly field: string; readonly operator: Operator; readonly place: number }
  | { readonly kind: 'and' | 'or'; readonly children: readonly FilterTemplate[] }
  | { readonly kind: 'not'; readonly child: FilterTemplate };

export interface TemplateParts {
  /** The request that it was made of. */
  readonly request: ParsedRequest;
  /** In the order of the request. */
  readonly holes: readonly Hole[];
  readonly filter: FilterTemplate | undefined;
  /** What stands in the canonical query before the first hole, between two, and behind the last one. */
  readonly between: readonly string[];
  /** The page where nothing is said of it, and the largest limit. */
  readonly page: Window;
  readonly limitMaximum: number;
  /** The score with this limit. */
  readonly complexityAt: (limit: number) => number;
}

export class RequestTemplate {
  readonly #parts: TemplateParts;
  /** By limit. */
  readonly #complexities = new Map<number, number>();

  constructor(parts: TemplateParts) {
    this.#parts = parts;
  }

  /**
   * @param endpoint of the template's kind, type and relationship
   * @param values   of the holes, still percent-encoded
   * @returns undefined where a value does not fit its hole, or the request would be too complex
   * Cost: O(length).
   */
  fill(endpoint: Endpoint, values: readonly string[]): ParsedRequest | undefined {
    const { holes, between, limitMaximum, request } = this.#parts;
    const problems = new Problems();
    const operands: Operand[] = [];
    let { page } = this.#parts;
    let search = between[0] ?? '';
    for (let i = 0; i < holes.length; i += 1) {
      const hole = holes[i]!;
      const value = decode(values[i] ?? '', 'space');
      if (value === undefined) return undefined;
      const { name, path } = hole.named;
      const parameter = { name, path, value };
      if (hole.kind === 'operand') {
        const operand = parseOperand(hole.subject, hole.operator, parameter, problems);
        if (operand === undefined) return undefined;
        operands.push(operand);
        search += encodeComponent(value);
      } else {
        page = amended(page, hole.member, parameter, limitMaximum, problems);
        if (problems.count > 0) return undefined;
        search += encodeComponent(plainCount(value));
      }
      search += between[i + 1]!;
    }
    const complexity = this.#complexityAt(page.limit);
    if (complexity > LIMITS.complexityMaximum) return undefined;
    const id = 'id' in endpoint ? endpoint.id : '';
    switch (request.kind) {
      case 'root':
        return { ...request, complexity, search };
      case 'collection':
        return { ...request, complexity, search, filter: this.#filter(operands), page };
      case 'item':
        return { ...request, complexity, search, id };
      case 'related':
        return { ...request, complexity, search, id, filter: this.#filter(operands), page };
      case 'linkage':
        return { ...request, complexity, search, id, page };
    }
  }

  #complexityAt(limit: number): number {
    let complexity = this.#complexities.get(limit);
    if (complexity === undefined) {
      complexity = this.#parts.complexityAt(limit);
      this.#complexities.set(limit, complexity);
    }
    return complexity;
  }

  #filter(operands: readonly Operand[]): Filter | undefined {
    const { filter } = this.#parts;
    return filter === undefined ? undefined : filled(filter, operands);
  }
}

function filled(template: FilterTemplate, operands: readonly Operand[]): Filter {
  switch (template.kind) {
    case 'condition': {
      const { kind, field, operator, place } = template;
      return { kind, field, operator, operand: operands[place]! };
    }
    case 'not':
      return { kind: 'not', child: filled(template.child, operands) };
    case 'and':
    case 'or': {
      const children: Filter[] = [];
      for (const child of template.children) children.push(filled(child, operands));
      return { kind: template.kind, children };
    }
  }
}
