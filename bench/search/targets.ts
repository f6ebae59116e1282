/**
 * What searching must keep, each corpus by itself: ahead of every other engine on every class, at p50 and p99; opened
 * ten times as fast as each; at most 1.2 times as many bytes as the smallest.
 */
import { megabytes, times } from '../harness/results/tables.js';
import { atMost, unknown, type Verdict } from '../harness/results/verdicts.js';
import type { CorpusResult, EngineResult } from './results.js';

const openRatioMinimum = 10;
const bytesRatioMaximum = 1.2;

export function searchVerdicts(corpus: CorpusResult): Verdict[] {
  const stele = corpus.engines.find(({ engine }) => engine === 'stele');
  const others = corpus.engines.filter(({ engine }) => engine !== 'stele');
  if (stele === undefined || others.length === 0) {
    return [
      unknown(
        `${corpus.name}: query time, opening, bytes`,
        'ahead of every other',
        'stele or the others did not take part',
      ),
    ];
  }
  return [
    ...(['p50Us', 'p99Us'] as const).map((share) => timeVerdict(corpus.name, stele, others, share)),
    openVerdict(corpus.name, stele, others),
    bytesVerdict(corpus.name, stele, others),
  ];
}

/** In how many classes stele is ahead of all; each other is named with who is faster, and their time ÷ stele's. */
function timeVerdict(
  corpus: string,
  stele: EngineResult,
  others: readonly EngineResult[],
  share: 'p50Us' | 'p99Us',
): Verdict {
  const classes = stele.classes.filter(({ extra }) => !extra);
  const failing = classes.flatMap(({ name, timing }) => {
    const faster = others.flatMap(({ engine, classes: theirs }) => {
      const other = theirs.find((one) => one.name === name);
      if (other === undefined || timing[share] < other.timing[share]) return [];
      return [`${engine} ${times(other.timing[share] / timing[share])}`];
    });
    return faster.length === 0 ? [] : [`${name} (${faster.join(', ')})`];
  });
  return {
    promise: `${corpus}: ${share === 'p50Us' ? 'p50' : 'p99'} of every class`,
    limit: '< every other',
    measured: `ahead in ${classes.length - failing.length} of ${classes.length}`,
    kept: failing.length === 0,
    failing,
  };
}

function openVerdict(corpus: string, stele: EngineResult, others: readonly EngineResult[]): Verdict {
  const ratios = others.map(({ engine, answeredMs }) => ({ engine, ratio: answeredMs / stele.answeredMs }));
  const failing = ratios.filter(({ ratio }) => ratio < openRatioMinimum);
  return {
    promise: `${corpus}: opening until the first answer, others ÷ stele`,
    limit: `≥ ${openRatioMinimum}`,
    measured: times(Math.min(...ratios.map(({ ratio }) => ratio))),
    kept: failing.length === 0,
    failing: failing.map(({ engine, ratio }) => `${engine} ${times(ratio)}`),
  };
}

function bytesVerdict(corpus: string, stele: EngineResult, others: readonly EngineResult[]): Verdict {
  const smallest = Math.min(...others.map(({ indexBytes }) => indexBytes));
  const ratio = stele.indexBytes / smallest;
  const measured = `${times(ratio)} (${megabytes(stele.indexBytes)})`;
  return atMost(`${corpus}: bytes ÷ the smallest`, `≤ ${bytesRatioMaximum}`, measured, ratio, bytesRatioMaximum);
}
