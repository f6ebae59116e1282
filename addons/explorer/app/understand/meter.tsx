/**
 * The complexity of the request against its maximum, as a bar whose parts are what it is made of.
 */
import { count } from '../parts/format.js';
import { answer, description, endpoint, query, space } from '../state.js';
import { complexityParts, sumOf } from './complexity.js';

export function Meter() {
  const of = space.value;
  const limits = description.value?.limits;
  const told = answer.value?.complexity ?? 0;
  if (of === undefined || limits === undefined || endpoint.value.kind === 'root') return null;
  const parts = complexityParts(of, endpoint.value, query.value, limits);
  const maximum = limits.complexityMaximum;
  // Where the server counts otherwise, as of a request that it does not understand, its number is shown whole.
  const shown = sumOf(parts) === told ? parts : [{ label: 'complexity', score: told, how: '' }];
  const share = (score: number): number => (100 * score) / Math.max(maximum, told);
  return (
    <span class={told > maximum ? 'meter over' : 'meter'}>
      <span class="faint">complexity</span> <b>{count(told)}</b>
      <span class="faint"> / {count(maximum)}</span>
      <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        {
          shown.reduce<{ x: number; bars: preact.JSX.Element[] }>(
            ({ x, bars }, { label, score }, place) => ({
              x: x + share(score),
              bars: [
                ...bars,
                <rect
                  key={`${label}${place}`}
                  class={place % 2 === 0 ? 'even' : 'odd'}
                  x={x}
                  y="0"
                  width={share(score)}
                  height="4"
                />,
              ],
            }),
            { x: 0, bars: [] },
          ).bars
        }
      </svg>
    </span>
  );
}
