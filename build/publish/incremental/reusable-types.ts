/**
 * Finds the parts of earlier snapshots that a build can reuse: the segment of a type whose input is unchanged, or single
 * text columns of a type that must be built.
 *
 * Invariant: a segment is hashed before it is reused; a damaged one is noted and treated as missing.
 * Elsewhere: opening earlier snapshots (earlier-snapshots), checking the links of a reused type (linked-type).
 */
import type { ContentType } from '../../../src/content/model/index.js';
import { DOCUMENTS, TYPE_SEGMENT } from '../../../src/index/segment/index.js';
import type { ManifestSegment } from '../../../src/index/snapshot/index.js';
import type { ContentHash, ExportSource, ItemsSource } from '../../read/index.js';
import type { EarlierType } from '../../segment/index.js';
import { type BuildContext, FileRecords } from '../../work/index.js';
import type { BuildProgress } from '../report/report.js';
import type { EarlierSnapshot } from './earlier-snapshots.js';
import type { TypeInputs } from './inputs.js';
import { LinkedType } from './linked-type.js';
import { modelPartOf } from './model-part.js';

/** A segment of an earlier snapshot that was built from the same model. */
interface Candidate {
  readonly from: EarlierSnapshot;
  readonly inputs: TypeInputs;
  readonly segment: ManifestSegment;
}

export class ReusableTypes {
  readonly #export: ExportSource;
  readonly #context: BuildContext;
  readonly #earlier: readonly EarlierSnapshot[];
  readonly #report: (progress: BuildProgress) => void;
  readonly #note: (text: string) => void;

  /**
   * @param earlier snapshots that may be reused, the likeliest first
   * @param note    called with a sentence for each segment that is damaged
   */
  constructor(
    source: ExportSource,
    context: BuildContext,
    earlier: readonly EarlierSnapshot[],
    report: (progress: BuildProgress) => void,
    note: (text: string) => void,
  ) {
    this.#export = source;
    this.#context = context;
    this.#earlier = earlier;
    this.#report = report;
    this.#note = note;
  }

  /** @returns the part of the model and of the build's choices that the type's segment depends on */
  modelPart(type: ContentType): string {
    return modelPartOf(this.#export.model, type, this.#context.choices);
  }

  /**
   * @param knownContent the content's hash, for a type without a file
   * @returns the type of an earlier snapshot; undefined if its input differs or its segment is damaged
   * Cost: hashing the file and each candidate segment; nothing if no candidate has the same model.
   */
  async find(source: ItemsSource, knownContent?: ContentHash): Promise<LinkedType | undefined> {
    const { type, byteLength } = source;
    const candidates = this.#candidates(source, knownContent !== undefined);
    const [likeliest] = candidates;
    if (likeliest === undefined) return undefined;
    const step = `comparing ${type.name}`;
    const total = byteLength + likeliest.segment.byteLength;
    let done = 0;
    const onBytes = (addedBytes: number): void => {
      done = Math.min(done + addedBytes, total);
      this.#report({ step, done, total, unit: 'bytes' });
    };
    onBytes(0);
    const content = knownContent ?? (await this.#export.hashContentOf(type, onBytes));
    for (const { from, inputs, segment } of candidates) {
      if (inputs.content.sha256 !== content?.sha256) continue;
      const damage = await from.damageOf(segment, onBytes);
      if (damage === undefined) return new LinkedType(type, from, segment, inputs);
      this.#note(`${damage}, so it is not reused`);
    }
    return undefined;
  }

  #candidates({ type, file, byteLength }: ItemsSource, isContentKnown: boolean): Candidate[] {
    const model = this.modelPart(type);
    const isLengthKnown = !isContentKnown && !file.endsWith('.gz');
    const candidates: Candidate[] = [];
    for (const from of this.#earlier) {
      const inputs = from.types.get(type.name);
      const segment = from.segmentOf(TYPE_SEGMENT, type.name);
      if (inputs === undefined || segment === undefined) continue;
      if (inputs.model !== model || inputs.file !== file) continue;
      if (isLengthKnown && inputs.content.byteLength !== byteLength) continue;
      // The texts of a strict build's errors differ from the recorded warnings, so it reads the file again.
      const hasWarnings = inputs.reading.counts.size > 0 || inputs.links.counts.size > 0;
      if (this.#export.problems.strict && hasWarnings) continue;
      candidates.push({ from, inputs, segment });
    }
    return candidates;
  }

  /** @returns the type of the first earlier snapshot, even if its content differs; undefined if its model differs */
  async findRetained(type: ContentType): Promise<LinkedType | undefined> {
    const [from] = this.#earlier;
    const inputs = from?.types.get(type.name);
    const segment = from?.segmentOf(TYPE_SEGMENT, type.name);
    if (from === undefined || inputs === undefined || segment === undefined) return undefined;
    if (inputs.model !== this.modelPart(type) || (await from.damageOf(segment)) !== undefined) return undefined;
    return new LinkedType(type, from, segment, inputs);
  }

  /** @returns the type in the first earlier snapshot with the same model */
  earlierOf(type: ContentType): EarlierType | undefined {
    const model = this.modelPart(type);
    const from = this.#earlier.find(({ types }) => types.get(type.name)?.model === model);
    const segment = from?.segmentOf(TYPE_SEGMENT, type.name);
    if (from === undefined || segment === undefined) return undefined;
    let damage: Promise<string | undefined> | undefined;
    const isUndamaged = async (): Promise<boolean> => {
      damage ??= from.damageOf(segment);
      return (await damage) === undefined;
    };
    return {
      async findColumn(column, hash) {
        if (from.types.get(type.name)?.texts.get(column) !== hash) return undefined;
        return (await isUndamaged()) ? from.columnSections(segment, column) : undefined;
      },
      async findSearch(name, hash) {
        if (from.types.get(type.name)?.searches.get(name) !== hash) return undefined;
        return (await isUndamaged()) ? from.searchSections(segment, name) : undefined;
      },
      async readColumn(column) {
        return (await isUndamaged()) ? from.columnSections(segment, column) : undefined;
      },
      async readDocuments() {
        if (!(await isUndamaged())) return undefined;
        return FileRecords.open(await from.documentSections(segment), DOCUMENTS);
      },
    };
  }
}
