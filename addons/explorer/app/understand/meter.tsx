/**
 * The meter in the request bar: the complexity of the request as a share of its maximum, with a segment for each part.
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
  // If the server's score differs, for example for a wrong request, the bar has one segment with its score.
  const shown = sumOf(parts) === told ? parts : [{ label: 'complexity', score: told, how: '' }];
  const share = (score: number): number => (100 * score) / Math.max(maximum, told);
  const segments: preact.JSX.Element[] = [];
  let x = 0;
  for (const [index, { label, score }] of shown.entries()) {
    const width = share(score);
    const parity = index % 2 === 0 ? 'even' : 'odd';
    segments.push(<rect key={`${label}${index}`} class={parity} x={x} y="0" width={width} height="4" />);
    x += width;
  }
  return (
    <span class={told > maximum ? 'meter over' : 'meter'}>
      <span class="faint">complexity</span> <b>{count(told)}</b>
      <span class="faint"> / {count(maximum)}</span>
      <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        {segments}
      </svg>
    </span>
  );
}
