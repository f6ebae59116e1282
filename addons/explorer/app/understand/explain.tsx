/**
 * The tab that explains a request: its complexity, the plan as a tree, the steps with their times, and the counts.
 */
import { useEffect } from 'preact/hooks';
import { Errors } from '../browse/errors.js';
import { Bar } from '../parts/bar.js';
import { bytes, count, counted, milliseconds, nanoseconds } from '../parts/format.js';
import { answer, description, endpoint, query, sent, space } from '../state.js';
import { complexityParts } from './complexity.js';
import { type Explanation, explain, explained } from './explanation.js';
import { PlanTree } from './plan-tree.js';
import { Words } from './words.js';

function Score() {
  const limits = description.value?.limits;
  if (space.value === undefined || limits === undefined) return null;
  const parts = complexityParts(space.value, endpoint.value, query.value, limits);
  const told = answer.value?.complexity ?? 0;
  const most = Math.max(limits.complexityMaximum, told);
  return (
    <section>
      <h2>
        Complexity <span class="faint">calculated before the request is answered</span>
      </h2>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">part</th>
            <th scope="col">calculation</th>
            <th scope="col" class="numeric">
              score
            </th>
            <th scope="col" class="wide">
              <span class="hidden">share of the maximum</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ label, score, how }, place) => (
            <tr key={`${label}${place}`}>
              <th scope="row">{label}</th>
              <td class="faint">{how}</td>
              <td class="numeric">{count(score)}</td>
              <td class="wide">
                <Bar share={score / most} />
              </td>
            </tr>
          ))}
          <tr class={told > limits.complexityMaximum ? 'sum over' : 'sum'}>
            <th scope="row">score</th>
            <td class="faint">of at most {count(limits.complexityMaximum)}</td>
            <td class="numeric">{count(told)}</td>
            <td class="wide">
              <Bar share={told / most} />
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function Steps({ explanation }: { readonly explanation: Explanation }) {
  const sum = explanation.steps.reduce((total, { medianNs }) => total + medianNs, 0);
  const most = Math.max(1, ...explanation.steps.map(({ medianNs }) => medianNs));
  return (
    <section>
      <h2>
        Steps <span class="faint">{`median of ${counted(explanation.runs, 'run')} in the engine, without HTTP`}</span>
      </h2>
      <table class="plain">
        <tbody>
          {explanation.steps.map(({ step, medianNs }) => (
            <tr key={step}>
              <th scope="row">{step}</th>
              <td class="numeric">{nanoseconds(medianNs)}</td>
              <td class="wide">
                <Bar share={medianNs / most} />
              </td>
            </tr>
          ))}
          <tr class="sum">
            <th scope="row">all</th>
            <td class="numeric">{nanoseconds(sum)}</td>
            <td />
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function Counts({ explanation }: { readonly explanation: Explanation }) {
  const { counts, order, words } = explanation;
  return (
    <>
      {words !== undefined && <Words words={words} />}
      {order !== undefined && (
        <section>
          <h2>Order</h2>
          <p>{order.because}</p>
          {order.costs !== undefined && (
            <p class="faint">
              estimated: {nanoseconds(order.costs.walk)} to walk the order, {nanoseconds(order.costs.take)} to take and
              select
            </p>
          )}
        </section>
      )}
      {counts !== undefined && (
        <section>
          <h2>Counts</h2>
          <ul class="plain">
            {counts.map(({ type, field, what, items, values, because }) => (
              <li key={`${type}.${field}.${what}`}>
                <b>{field}</b> {what}: {counted(items, 'item')}, {counted(values, 'value')}{' '}
                <span class="faint">{because}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Sent() {
  const found = answer.value;
  if (found === undefined) return null;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Status', String(found.status)],
    ['Answered in', milliseconds(found.ms)],
    ['Document', bytes(found.bytes)],
    [
      'Transferred',
      found.encodedBytes === undefined ? undefined : `${bytes(found.encodedBytes)} ${found.coding ?? ''}`,
    ],
    ['ETag', found.etag],
    ['Snapshot', found.snapshot],
  ];
  return (
    <section>
      <h2>Answer</h2>
      <dl class="facts-list">
        {facts.map(([name, value]) =>
          value === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code>{value}</code>
              </dd>
            </div>
          ),
        )}
      </dl>
    </section>
  );
}

export function Explain() {
  const of = space.value;
  const target = sent.value;
  useEffect(() => {
    if (of !== undefined) void explain(of, target);
  }, [of, target]);
  const found = explained.value?.target === target ? explained.value.explanation : undefined;
  const errors = answer.value?.document.errors ?? [];
  return (
    <div class="explain">
      {errors.length > 0 && <Errors errors={errors} />}
      <Sent />
      <Score />
      {found !== undefined && (
        <>
          <section class="whole">
            <h2>
              Plan{' '}
              <span class="faint">
                {found.total === undefined
                  ? ''
                  : `${counted(found.total, 'item')} found, ${count(found.shown ?? 0)} shown`}
              </span>
            </h2>
            {found.locale !== undefined && (
              <p>
                In <code>{found.locale.code}</code>
                {found.locale.fallbacks.length > 0 && `; falls back to ${found.locale.fallbacks.join(', then ')}`}.
              </p>
            )}
            {found.item !== undefined && (
              <p>
                The {found.item.type} is found by {found.item.structure}.
              </p>
            )}
            {found.plans.map((planned) => (
              <PlanTree key={planned.type} planned={planned} />
            ))}
          </section>
          <Steps explanation={found} />
          <Counts explanation={found} />
        </>
      )}
    </div>
  );
}
