/**
 * The meter in the request bar: the complexity of the request as a share of its maximum, with a segment for each part.
 */
import { formatCount } from '../parts/format.js';
import { answer, description, endpoint, query, space } from '../state.js';
import { complexityParts, sumScores } from './complexity.js';

export function Meter() {
  const usedSpace = space.value;
  const limits = description.value?.limits;
  const serverScore = answer.value?.complexity ?? 0;
  if (usedSpace === undefined || limits === undefined || endpoint.value.kind === 'root') return null;
  const parts = complexityParts(usedSpace, endpoint.value, query.value, limits);
  const maximum = limits.complexityMaximum;
  // If the server's score differs, for example for a wrong request, the bar has one segment with its score.
  const shownParts = sumScores(parts) === serverScore ? parts : [{ label: 'complexity', score: serverScore, how: '' }];
  const widthOf = (score: number): number => (100 * score) / Math.max(maximum, serverScore);
  const segments: preact.JSX.Element[] = [];
  let x = 0;
  for (const [index, { label, score }] of shownParts.entries()) {
    const width = widthOf(score);
    const parity = index % 2 === 0 ? 'even' : 'odd';
    segments.push(<rect key={`${label}${index}`} class={parity} x={x} y="0" width={width} height="4" />);
    x += width;
  }
  return (
    <span class={serverScore > maximum ? 'meter over' : 'meter'}>
      <span class="faint">complexity</span> <b>{formatCount(serverScore)}</b>
      <span class="faint"> / {formatCount(maximum)}</span>
      <svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        {segments}
      </svg>
    </span>
  );
}
