/**
 * Recorder: a trace that records every decision and the time of each step, and returns them as an explanation.
 *
 * Elsewhere: the decisions (trace), their form in explanations (explanation).
 */
import { InvariantError } from '../../../content/errors/index.js';
import type { TypeSegment } from '../../../index/segment/index.js';
import { type CountDecision, TALLY_WAYS } from '../../facets/index.js';
import type { Plan } from '../plan/plan.js';
import type { Condition, Through } from '../query-tree.js';
import type { Source } from '../sources/source.js';
import { conditionText } from './condition-text.js';
import type {
  ExplainedCondition,
  ExplainedCount,
  ExplainedOrder,
  ExplainedPlan,
  ExplainedWord,
  Explanation,
  StepTime,
  Use,
} from './explanation.js';
import {
  LIST_KINDS,
  type MembersDecision,
  PAGE_WAYS,
  type PageDecision,
  type SearchedWordLists,
  type Step,
  type Trace,
} from './trace.js';

interface Planned {
  readonly segment: TypeSegment;
  readonly plan: Plan;
  readonly candidates: number | undefined;
}

/** Records one request; not reusable. */
export class Recorder implements Trace {
  readonly #now: () => number;
  readonly #conditions: ExplainedCondition[] = [];
  readonly #words: ExplainedWord[] = [];
  readonly #conditionTexts = new Map<Source, readonly string[]>();
  readonly #decisions = new Map<Plan, MembersDecision>();
  readonly #planned: Planned[] = [];
  readonly #counts: ExplainedCount[] = [];
  readonly #steps: StepTime[] = [];
  #order: ExplainedOrder | undefined;
  #bound: number | undefined;
  #item: Explanation['item'];
  #result: { readonly total: number; readonly shown: number } | undefined;
  #current: { readonly step: Step; readonly startNs: number } | undefined;

  /** @param now nanoseconds since any fixed time */
  constructor(now: () => number) {
    this.#now = now;
  }

  step(step: Step): void {
    const now = this.#now();
    this.#endStep(now);
    this.#current = { step, startNs: now };
  }

  bound(items: number): void {
    this.#bound = items;
  }

  item({ type }: TypeSegment): void {
    this.#item = { type: type.name, structure: 'hash of ids' };
  }

  condition(segment: TypeSegment, condition: Condition | Through, source: Source): void {
    const text = conditionText(condition);
    const { structure, size } = source;
    const share = segment.size === 0 ? 0 : size / segment.size;
    this.#conditions.push({ type: segment.type.name, condition: text, structure, size, share });
    this.#conditionTexts.set(source, [text]);
  }

  searched({ type }: Pick<TypeSegment, 'type'>, words: readonly SearchedWordLists[]): void {
    for (const { word, lists } of words) {
      const explained = lists.map((list) => ({ ...list, because: LIST_KINDS[list.kind] }));
      this.#words.push({ type: type.name, word, lists: explained });
    }
  }

  folded(merged: Source, first: Source, second: Source, kind: 'and' | 'or'): void {
    const [left, right] = [this.#conditionsOf(first), this.#conditionsOf(second)];
    const either = `${left.join(' AND ')} OR ${right.join(' AND ')}`;
    this.#conditionTexts.set(merged, kind === 'and' ? [...left, ...right] : [either]);
  }

  negated(complement: Source, source: Source): void {
    this.#conditionTexts.set(complement, [`NOT ${this.#conditionsOf(source).join(' AND ')}`]);
  }

  planned(segment: TypeSegment, plan: Plan, candidates?: number): void {
    this.#planned.push({ segment, plan, candidates });
  }

  members(plan: Plan, decision: MembersDecision): void {
    this.#decisions.set(plan, decision);
  }

  page({ way, walk, take }: PageDecision): void {
    const costs = way === 'walkKey' || way === 'walkDocs' || way === 'select' || way === 'markBits' || way === 'scan';
    this.#order = { way, because: PAGE_WAYS[way], ...(costs ? { costs: { walk, take } } : {}) };
  }

  result(total: number, pageItems: number): void {
    this.#result = { total, shown: pageItems };
  }

  counted({ type }: TypeSegment, decision: CountDecision): void {
    this.#counts.push({ type: type.name, ...decision, because: TALLY_WAYS[decision.way] });
  }

  /** Ends the last step. */
  explanation(): Explanation {
    this.#endStep(this.#now());
    return {
      ...(this.#bound === undefined ? {} : { bound: this.#bound }),
      conditions: this.#conditions,
      ...(this.#words.length === 0 ? {} : { words: this.#words }),
      plans: this.#planned.map(({ segment, plan, candidates }) => ({
        type: segment.type.name,
        items: segment.size,
        plan: this.#explained(plan, candidates === undefined ? 'take' : 'test'),
        ...(candidates === undefined ? {} : { candidates }),
      })),
      ...(this.#order === undefined ? {} : { order: this.#order }),
      ...(this.#counts.length === 0 ? {} : { counts: this.#counts }),
      ...(this.#item === undefined ? {} : { item: this.#item }),
      ...this.#result,
      steps: this.#steps,
    };
  }

  #endStep(now: number): void {
    if (this.#current === undefined) return;
    const { step, startNs } = this.#current;
    this.#steps.push({ step, elapsedNs: now - startNs });
    this.#current = undefined;
  }

  #conditionsOf(source: Source): readonly string[] {
    const conditions = this.#conditionTexts.get(source);
    if (conditions === undefined) throw new InvariantError(`a plan has a source without a condition`);
    return conditions;
  }

  #explained(plan: Plan, use: Use): ExplainedPlan {
    switch (plan.kind) {
      case 'all':
      case 'none':
        return { use, kind: plan.kind };
      case 'source': {
        const { structure, size } = plan.source;
        return { use, kind: 'source', conditions: this.#conditionsOf(plan.source), structure, size };
      }
      case 'and':
      case 'or': {
        const decision = this.#decisions.get(plan);
        return {
          use,
          kind: plan.kind,
          sizeMaximum: plan.sizeMaximum,
          ...(decision === undefined ? {} : { costs: costsOf(decision) }),
          children: this.#children(plan.children, decision, use),
        };
      }
    }
  }

  /** A group without a decision of its own is used like its parent: tested doc by doc, or combined. */
  #children(children: readonly Plan[], decision: MembersDecision | undefined, use: Use): ExplainedPlan[] {
    if (decision?.way === 'walk') {
      return [
        this.#explained(decision.listed, 'walk'),
        ...decision.tests.map((child) => this.#explained(child, 'test')),
      ];
    }
    if (decision === undefined) return children.map((child) => this.#explained(child, use));
    const combined = children.filter((child) => !decision.tests.includes(child));
    return [
      ...combined.map((child) => this.#explained(child, 'combine')),
      ...decision.tests.map((child) => this.#explained(child, 'test')),
    ];
  }
}

function costsOf(decision: MembersDecision): { walk?: number; combine: number } {
  switch (decision.way) {
    case 'walk':
      return { walk: decision.cost, combine: decision.combineCost };
    case 'combine':
      return {
        ...(decision.walkCost === undefined ? {} : { walk: decision.walkCost }),
        combine: decision.cost,
      };
  }
}
