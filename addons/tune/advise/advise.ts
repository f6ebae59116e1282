/**
 * Advice: structures that the model could leave out, and structures that a build could make larger, each measured on a
 * trial build.
 *
 * One half of the traffic proposes changes, the other half judges them. A change is advised only if the judging half
 * does not need the structures it removes, gets the same answers, and has no slower shape.
 */
import type { BuildChoices, ContentModel } from '../../../src/content/model/index.js';
import type { Space } from '../../../src/index/snapshot/index.js';
import { type Planned, replayInProcess } from '../replay/index.js';
import { countRequests, interleaveShapes, splitIntoHalves } from './halves.js';
import { type Judgement, judge } from './judge.js';
import { type LargerStructures, proposeLargerStructures } from './larger-structures.js';
import { collectNeeds } from './needs.js';
import { findRequestedPieces, findUnusedPieces, isNeeded, type Piece, type UnusedPiece } from './pieces.js';
import { type StructureSeconds, savedBytes, savedSeconds } from './saved-size.js';

/** A snapshot that was built only to be measured. */
export interface BuiltSnapshot {
  readonly space: Space;
  /** Duration of the build. */
  readonly seconds: number;
  readonly structures: readonly StructureSeconds[];
}

/** Builds the export with the keys of the pieces set in its model. */
export type BuildTrial = (name: string, pieces: readonly Piece[], choices: BuildChoices) => Promise<BuiltSnapshot>;

/** The traffic is judged with these figures. */
export interface AdviseOptions {
  /** Requests to measure for each shape. */
  readonly each: number;
  readonly maxCostMs: number | undefined;
  /** Largest slowdown of a shape that still counts as the same speed: 0.02 for 2 %. */
  readonly slack: number;
  /** Build choices of the served snapshot. */
  readonly choices: BuildChoices;
}

export interface WeighedPiece extends Piece {
  /** Bytes of the snapshot that the piece saves. */
  readonly bytes: number;
  /** Build time that the piece saves, summed over all threads. */
  readonly seconds: number;
}

export interface SnapshotSize {
  /** Size of the snapshot, and of its memory in a replica. */
  readonly bytes: number;
  /** Duration of one build. */
  readonly seconds: number;
}

/** The measured effect of one change. */
export interface MeasuredChange {
  readonly before: SnapshotSize;
  readonly after: SnapshotSize;
  readonly judgement: Judgement;
  /** The reason for not advising the change; undefined if it is advised. */
  readonly heldBack: string | undefined;
}

export interface Advice {
  readonly kind: 'stele-advice';
  readonly version: 1;
  readonly requests: { readonly found: number; readonly judged: number };
  /** Error code → number of requests that no snapshot of this model can answer. */
  readonly refused: Readonly<Record<string, number>>;
  readonly pieces: readonly WeighedPiece[];
  /** Pieces that the finding half does not use but the judging half does. */
  readonly withdrawn: readonly Piece[];
  /** The effect of all pieces together; undefined if there are none. */
  readonly leaner: MeasuredChange | undefined;
  readonly larger: readonly (LargerStructures & MeasuredChange)[];
}

/** Pieces that save a smaller share of the snapshot are not worth a key in the model. */
const minimumSavedShare = 1 / 10_000;

/**
 * A missing structure is proposed only if at least one in this many requests needs it. Rarer requests are mistakes or
 * scans.
 */
const requestsPerNeed = 1000;

/**
 * Proposes and measures changes to the model and to the build choices.
 *
 * @param model   the model of the served snapshot
 * @param planned all of the traffic
 * @param build   builds a trial snapshot into a new folder
 * Cost: up to five builds, and several replays of the traffic.
 */
export async function advise(
  model: ContentModel,
  planned: Planned,
  build: BuildTrial,
  options: AdviseOptions,
): Promise<Advice> {
  const { choices } = options;
  const [findingHalf, judgingHalf] = splitIntoHalves(planned);
  const findingNeeds = collectNeeds(model, countRequests(findingHalf));
  const judgingNeeds = collectNeeds(model, countRequests(judgingHalf));
  const requestedPieces = findRequestedPieces(model, findingNeeds).filter(
    ({ requests, type, field }) =>
      requests * requestsPerNeed >= findingHalf.requests.length &&
      findRequestedPieces(model, judgingNeeds).some((piece) => piece.type === type && piece.field === field),
  );
  const withdrawn = findUnusedPieces(model, findingNeeds).filter((piece) => isNeeded(piece, judgingNeeds));
  // A withdrawn piece may have a smaller part that neither half needs: the sort, if only filters are used.
  const unused = findUnusedPieces(model, collectNeeds(model, countRequests(planned)));
  const before = await build('unchanged', [], choices);
  const weighed = unused
    .map((piece) => weighPiece(before, piece))
    .filter(({ bytes, keys }) => bytes > before.space.byteLength * minimumSavedShare || keys['search'] === false);
  const pieces = [...weighed, ...requestedPieces.map((piece) => ({ ...piece, bytes: 0, seconds: 0 }))];
  const leanBuild = pieces.length === 0 ? undefined : await build('with the advised changes', pieces, choices);
  const leaner = leanBuild && measureChange(before, leanBuild, judgingHalf, options, 'same');
  const isAdvised = leaner?.heldBack === undefined;
  const base = isAdvised && leanBuild !== undefined ? leanBuild : before;
  const larger = await tryLargerStructures(base, isAdvised ? pieces : [], findingHalf, judgingHalf, build, options);
  return {
    kind: 'stele-advice',
    version: 1,
    requests: { found: findingHalf.requests.length, judged: judgingHalf.requests.length },
    refused: Object.fromEntries([...findingNeeds.refused].sort(([a], [b]) => (a < b ? -1 : 1))),
    pieces,
    withdrawn: withdrawn.map(withoutSections),
    leaner,
    larger,
  };
}

/** Copies the properties that reports show, without the patterns of sections. */
const withoutSections = ({ type, field, keys, kind, requests }: Piece): Piece => ({
  type,
  field,
  keys,
  kind,
  requests,
});

const weighPiece = (before: BuiltSnapshot, piece: UnusedPiece): WeighedPiece => ({
  ...withoutSections(piece),
  bytes: savedBytes(before.space, piece),
  seconds: savedSeconds(before.structures, piece),
});

const readSize = ({ space, seconds }: BuiltSnapshot): SnapshotSize => ({ bytes: space.byteLength, seconds });

/**
 * Judges a change; measures a second time, twice as long, if a shape seems slower, because noise alone can cause that.
 */
function measureChange(
  before: BuiltSnapshot,
  after: BuiltSnapshot,
  judgingHalf: Planned,
  options: AdviseOptions,
  requirement: 'same' | 'faster',
): MeasuredChange {
  let judgement = judge([before.space, after.space], judgingHalf, options);
  if (isSlower(judgement)) {
    judgement = judge([before.space, after.space], judgingHalf, { ...options, each: options.each * 2 });
  }
  return {
    before: readSize(before),
    after: readSize(after),
    judgement,
    heldBack: findObjection(judgement, requirement),
  };
}

const isSlower = ({ shapes }: Judgement): boolean => shapes.some(({ verdict }) => verdict === 'slower');

/** @returns the reason not to advise the change; undefined if there is none */
function findObjection({ different, shapes }: Judgement, requirement: 'same' | 'faster'): string | undefined {
  if (different.length > 0) return `${different[0]} gets a different answer`;
  const slower = shapes.find(({ verdict }) => verdict === 'slower');
  if (slower !== undefined) return `${slower.shape} is slower`;
  const isFaster = shapes.some(({ verdict }) => verdict === 'faster');
  return requirement === 'faster' && !isFaster ? 'no shape is measurably faster' : undefined;
}

/** Tries each enlargement alone on the finding half; the one that saves most time is then judged on the other half. */
async function tryLargerStructures(
  before: BuiltSnapshot,
  pieces: readonly Piece[],
  findingHalf: Planned,
  judgingHalf: Planned,
  build: BuildTrial,
  options: AdviseOptions,
): Promise<readonly (LargerStructures & MeasuredChange)[]> {
  const turns = interleaveShapes(findingHalf, options.each);
  const report = replayInProcess(before.space, turns, { maxCostMs: options.maxCostMs, warmUp: options.each });
  const sizes = [...before.space.types.values()].map(({ segment }) => segment.size);
  const candidates: { readonly larger: LargerStructures; readonly built: BuiltSnapshot; readonly gain: number }[] = [];
  for (const larger of proposeLargerStructures(report, sizes, options.choices)) {
    const built = await build(larger.name, pieces, larger.choices);
    const judgement = judge([before.space, built.space], findingHalf, options);
    let gain = 0;
    for (const { requests, p50 } of judgement.shapes) gain += requests * (1 - p50.ratio);
    if (findObjection(judgement, 'faster') === undefined) candidates.push({ larger, built, gain });
  }
  const [best] = candidates.toSorted((a, b) => b.gain - a.gain);
  if (best === undefined) return [];
  return [{ ...best.larger, ...measureChange(before, best.built, judgingHalf, options, 'faster') }];
}
