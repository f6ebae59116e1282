/**
 * Advice: what the model could leave out, and what a build could store more of, measured by building it beside.
 *
 * Advice is found on one half of the traffic and judged on the other. What the other half needs is withdrawn before
 * anything is measured; what makes one of its shapes slower, or does not make one faster, is not given.
 */
import type { BuildChoices, ContentModel } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { type Planned, replayInProcess } from '../replay/index.js';
import { countsOf, halvesOf, inTurns } from './halves.js';
import { type Judgement, judge } from './judge.js';
import { type Larger, largerFor } from './larger.js';
import { needsOf } from './needs.js';
import { askedPieces, isNeeded, type Piece, type UnusedPiece, unusedPieces } from './pieces.js';
import { bytesLeftOut, type StructureSeconds, secondsLeftOut } from './weigh.js';

/** A snapshot that was built beside. */
export interface Built {
  readonly space: Space;
  readonly seconds: number;
  readonly structures: readonly StructureSeconds[];
}

/** Builds the export with the keys of these pieces in its model. */
export type BuildBeside = (name: string, pieces: readonly Piece[], choices: BuildChoices) => Promise<Built>;

export interface AdviseOptions {
  /** Requests a shape that latencies are measured by. */
  readonly each: number;
  readonly maxCostMs: number | undefined;
  /** By how much a shape may be slower and still count as the same. */
  readonly slack: number;
  /** That the snapshot was built with. */
  readonly choices: BuildChoices;
}

export interface WeighedPiece extends Piece {
  readonly bytes: number;
  /** Of all threads together. */
  readonly seconds: number;
}

export interface Size {
  /** Of the snapshot, which a replica has in memory. */
  readonly bytes: number;
  /** Of one build. */
  readonly seconds: number;
}

/** What came of one thing that was measured. */
export interface Measured {
  readonly before: Size;
  readonly after: Size;
  readonly judgement: Judgement;
  /** Why it is not given; undefined where it is. */
  readonly heldBack: string | undefined;
}

export interface Advice {
  readonly kind: 'stele-advice';
  readonly version: 1;
  readonly requests: { readonly found: number; readonly judged: number };
  /** Code of an error → requests that no snapshot of this model answers. */
  readonly refused: Readonly<Record<string, number>>;
  readonly pieces: readonly WeighedPiece[];
  /** Unused in one half of the traffic, and asked for in the other. */
  readonly withdrawn: readonly Piece[];
  /** Of all pieces together; undefined where there are none. */
  readonly leaner: Measured | undefined;
  readonly larger: readonly (Larger & Measured)[];
}

/** Of the snapshot: less is not worth a word in the model. */
const worthShare = 1 / 10_000;

/** Asked for less often than once in so many requests, and refused: a slip or a scan, and nothing to build for. */
const askedSeldom = 1000;

/**
 * @param model   that the export is built with now
 * @param planned the whole traffic
 * @param build   into a place of its own each time
 */
export async function advise(
  model: ContentModel,
  planned: Planned,
  build: BuildBeside,
  options: AdviseOptions,
): Promise<Advice> {
  const { choices } = options;
  const [finding, judging] = halvesOf(planned);
  const found = needsOf(model, countsOf(finding));
  const other = needsOf(model, countsOf(judging));
  const asked = askedPieces(model, found).filter(
    ({ requests, type, field }) =>
      requests * askedSeldom >= finding.requests.length &&
      askedPieces(model, other).some((piece) => piece.type === type && piece.field === field),
  );
  const withdrawn = unusedPieces(model, found).filter((piece) => isNeeded(piece, other));
  // Of a piece that is withdrawn, what neither half needs may be left: no sorts, where there are filters after all.
  const unused = unusedPieces(model, needsOf(model, countsOf(planned)));
  const before = await build('as it is', [], choices);
  const weighed = unused
    .map((piece) => weigh(before, piece))
    .filter(({ bytes, keys }) => bytes > before.space.byteLength * worthShare || keys['search'] === false);
  const pieces = [...weighed, ...asked.map((piece) => ({ ...piece, bytes: 0, seconds: 0 }))];
  const lean = pieces.length === 0 ? undefined : await build('with the pieces of advice', pieces, choices);
  const leaner = lean && measured(before, lean, judging, options, 'same');
  const given = leaner?.heldBack === undefined;
  return {
    kind: 'stele-advice',
    version: 1,
    requests: { found: finding.requests.length, judged: judging.requests.length },
    refused: Object.fromEntries([...found.refused].sort(([a], [b]) => (a < b ? -1 : 1))),
    pieces,
    withdrawn: withdrawn.map(plain),
    leaner,
    larger: await tryLarger(given ? (lean ?? before) : before, given ? pieces : [], finding, judging, build, options),
  };
}

const plain = ({ type, field, keys, kind, requests }: Piece): Piece => ({ type, field, keys, kind, requests });

const weigh = (before: Built, piece: UnusedPiece): WeighedPiece => ({
  ...plain(piece),
  bytes: bytesLeftOut(before.space, piece),
  seconds: secondsLeftOut(before.structures, piece),
});

const sizeOf = ({ space, seconds }: Built): Size => ({ bytes: space.byteLength, seconds });

function measured(
  before: Built,
  after: Built,
  judging: Planned,
  options: AdviseOptions,
  must: 'same' | 'faster',
): Measured {
  let judgement = judge([before.space, after.space], judging, options);
  // What noise makes of many shapes is looked at once more, longer.
  if (isSlower(judgement))
    judgement = judge([before.space, after.space], judging, { ...options, each: options.each * 2 });
  return { before: sizeOf(before), after: sizeOf(after), judgement, heldBack: reasonAgainst(judgement, must) };
}

const isSlower = ({ shapes }: Judgement): boolean => shapes.some(({ verdict }) => verdict === 'slower');

function reasonAgainst({ different, shapes }: Judgement, must: 'same' | 'faster'): string | undefined {
  if (different.length > 0) return `${different[0]} is answered otherwise`;
  const slower = shapes.find(({ verdict }) => verdict === 'slower');
  if (slower !== undefined) return `${slower.shape} is slower`;
  const isFaster = shapes.some(({ verdict }) => verdict === 'faster');
  return must === 'faster' && !isFaster ? 'no shape is faster by more than its interval' : undefined;
}

/** Each is tried by itself; on the half where advice is found, only the best goes on to be judged. */
async function tryLarger(
  before: Built,
  pieces: readonly Piece[],
  finding: Planned,
  judging: Planned,
  build: BuildBeside,
  options: AdviseOptions,
): Promise<readonly (Larger & Measured)[]> {
  const turns = inTurns(finding, options.each);
  const report = replayInProcess(before.space, turns, { maxCostMs: options.maxCostMs, warmUp: options.each });
  const sizes = [...before.space.types.values()].map(({ segment }) => segment.size);
  const tried: { readonly larger: Larger; readonly built: Built; readonly gain: number }[] = [];
  for (const larger of largerFor(report, sizes, options.choices)) {
    const built = await build(larger.name, pieces, larger.choices);
    const found = judge([before.space, built.space], finding, options);
    const gain = found.shapes.reduce((sum, { requests, p50 }) => sum + requests * (1 - p50.ratio), 0);
    if (reasonAgainst(found, 'faster') === undefined) tried.push({ larger, built, gain });
  }
  const [best] = tried.toSorted((a, b) => b.gain - a.gain);
  if (best === undefined) return [];
  return [{ ...best.larger, ...measured(before, best.built, judging, options, 'faster') }];
}
