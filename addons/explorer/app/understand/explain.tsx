/**
 * The tab that explains a request: its complexity, the plan as a tree, the steps with their times, and the counts.
 */
import { useEffect } from 'preact/hooks';
import { Errors } from '../browse/errors.js';
import { Bar } from '../parts/bar.js';
import { formatBytes, formatCount, formatCounted, formatMilliseconds, formatNanoseconds } from '../parts/format.js';
import { answer, description, endpoint, query, sent, space } from '../state.js';
import { complexityParts } from './complexity.js';
import { type Explanation, explain, explained } from './explanation.js';
import { PlanTree } from './plan-tree.js';
import { Words } from './words.js';

function Score() {
  const limits = description.value?.limits;
  if (space.value === undefined || limits === undefined) return null;
  const parts = complexityParts(space.value, endpoint.value, query.value, limits);
  const serverScore = answer.value?.complexity ?? 0;
  const largest = Math.max(limits.complexityMaximum, serverScore);
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
          {parts.map(({ label, score, calculation }, index) => (
            <tr key={`${label}${index}`}>
              <th scope="row">{label}</th>
              <td class="faint">{calculation}</td>
              <td class="numeric">{formatCount(score)}</td>
              <td class="wide">
                <Bar share={score / largest} />
              </td>
            </tr>
          ))}
          <tr class={serverScore > limits.complexityMaximum ? 'sum over' : 'sum'}>
            <th scope="row">score</th>
            <td class="faint">of at most {formatCount(limits.complexityMaximum)}</td>
            <td class="numeric">{formatCount(serverScore)}</td>
            <td class="wide">
              <Bar share={serverScore / largest} />
            </td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

function Steps({ explanation }: { readonly explanation: Explanation }) {
  const sum = explanation.steps.reduce((total, { medianNs }) => total + medianNs, 0);
  const largest = Math.max(1, ...explanation.steps.map(({ medianNs }) => medianNs));
  return (
    <section>
      <h2>
        Steps{' '}
        <span class="faint">
          {explanation.runs === 1
            ? 'the first run in the engine, without HTTP; repeated runs are faster'
            : `median of ${formatCount(explanation.runs)} runs in the engine, without HTTP`}
        </span>
      </h2>
      <table class="plain">
        <tbody>
          {explanation.steps.map(({ step, medianNs }) => (
            <tr key={step}>
              <th scope="row">{step}</th>
              <td class="numeric">{formatNanoseconds(medianNs)}</td>
              <td class="wide">
                <Bar share={medianNs / largest} />
              </td>
            </tr>
          ))}
          <tr class="sum">
            <th scope="row">all</th>
            <td class="numeric">{formatNanoseconds(sum)}</td>
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
              estimated: {formatNanoseconds(order.costs.walk)} to read in this order,{' '}
              {formatNanoseconds(order.costs.take)} to read all and sort
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
                <b>{field}</b> {what}: {formatCounted(items, 'item')}, {formatCounted(values, 'value')}{' '}
                <span class="faint">{because}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function TransferFacts() {
  const loadedExplanation = answer.value;
  if (loadedExplanation === undefined) return null;
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Status', String(loadedExplanation.status)],
    ['Answered in', formatMilliseconds(loadedExplanation.ms)],
    ['Document', formatBytes(loadedExplanation.bytes)],
    [
      'Transferred',
      loadedExplanation.encodedBytes === undefined
        ? undefined
        : `${formatBytes(loadedExplanation.encodedBytes)} ${loadedExplanation.coding ?? ''}`,
    ],
    ['ETag', loadedExplanation.etag],
    ['Snapshot', loadedExplanation.snapshot],
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
  const usedSpace = space.value;
  const target = sent.value;
  useEffect(() => {
    if (usedSpace !== undefined) void explain(usedSpace, target);
  }, [usedSpace, target]);
  const loadedExplanation = explained.value?.target === target ? explained.value.explanation : undefined;
  const errors = answer.value?.document.errors ?? [];
  return (
    <div class="explain">
      {errors.length > 0 && <Errors errors={errors} />}
      <TransferFacts />
      <Score />
      {loadedExplanation !== undefined && (
        <>
          <section class="whole">
            <h2>
              Plan{' '}
              <span class="faint">
                {loadedExplanation.total === undefined
                  ? ''
                  : `${formatCounted(loadedExplanation.total, 'item')} found, ${formatCount(loadedExplanation.shown ?? 0)} shown`}
              </span>
            </h2>
            {loadedExplanation.locale !== undefined && (
              <p>
                Localized values are read in <code>{loadedExplanation.locale.code}</code>
                {loadedExplanation.locale.fallbacks.length > 0 &&
                  `; where one is missing, in ${loadedExplanation.locale.fallbacks.join(', then ')}`}
                .
              </p>
            )}
            {loadedExplanation.item !== undefined && (
              <p>
                The {loadedExplanation.item.type} is found by {loadedExplanation.item.structure}.
              </p>
            )}
            {loadedExplanation.plans.map((planned) => (
              <PlanTree key={planned.type} planned={planned} />
            ))}
          </section>
          <Steps explanation={loadedExplanation} />
          <Counts explanation={loadedExplanation} />
        </>
      )}
    </div>
  );
}
