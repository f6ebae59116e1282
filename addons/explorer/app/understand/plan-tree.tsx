/**
 * The plan of a query as a tree: for each set the structure it is read from, its use, and its number of items.
 */
import { Bar } from '../parts/bar.js';
import { formatCounted, formatNanoseconds } from '../parts/format.js';
import type { Explanation, Plan } from './explanation.js';

const USES: Readonly<Record<Plan['use'], string>> = {
  take: 'its items are the answer',
  walk: 'read item by item',
  test: 'tested for each item that is read',
  combine: 'combined with the other sets',
};

interface NodeProps {
  readonly plan: Plan;
  readonly items: number;
}

function readSize(plan: Plan, items: number): number {
  switch (plan.kind) {
    case 'all':
      return items;
    case 'none':
      return 0;
    case 'source':
      return plan.size;
    default:
      return plan.sizeMaximum;
  }
}

/** @returns the structure in the words of this page, where a doc is an item */
const describeStructure = (structure: string): string => structure.replace(/\bdocs\b/g, 'items');

const describePlan = (plan: Plan): string => {
  switch (plan.kind) {
    case 'all':
      return 'all items';
    case 'none':
      return 'no item';
    case 'source':
      return plan.conditions.join(' and ');
    case 'and':
      return 'all of';
    case 'or':
      return 'any of';
  }
};

function PlanNode({ plan, items }: NodeProps) {
  const size = readSize(plan, items);
  const children = 'children' in plan ? plan.children : [];
  const costs = 'costs' in plan ? plan.costs : undefined;
  return (
    <li>
      <div class={`node ${plan.kind}`}>
        <div class="node-name">
          {plan.kind === 'source' ? <code>{describePlan(plan)}</code> : <b>{describePlan(plan)}</b>}
          <span class="size">
            {plan.kind === 'and' || plan.kind === 'or' ? 'at most ' : ''}
            {formatCounted(size, 'item')}
          </span>
        </div>
        <Bar share={items === 0 ? 0 : size / items} />
        <div class="faint">
          {plan.kind === 'source' ? `${describeStructure(plan.structure)}; ` : ''}
          {USES[plan.use]}
          {costs !== undefined &&
            `; estimated: ${costs.walk === undefined ? '' : `${formatNanoseconds(costs.walk)} to read the smallest set, `}${formatNanoseconds(costs.combine)} to combine the sets`}
        </div>
      </div>
      {children.length > 0 && (
        <ul>
          {children.map((child, place) => (
            <PlanNode key={String(place)} plan={child} items={items} />
          ))}
        </ul>
      )}
    </li>
  );
}

export function PlanTree({ planned }: { readonly planned: Explanation['plans'][number] }) {
  return (
    <div class="plan">
      <p class="faint">
        {planned.type}: {formatCounted(planned.items, 'item')} in total
        {planned.candidates !== undefined &&
          `, of which ${formatCounted(planned.candidates, 'linked item')} are tested one by one`}
      </p>
      <ul class="tree">
        <PlanNode plan={planned.plan} items={planned.items} />
      </ul>
    </div>
  );
}
