/**
 * Fields that an earlier import gave another type than the values do now: one wrong value must not change the model.
 *
 * A field keeps the earlier type if the values alone would make it a text or JSON, and most of them fit the earlier type. The
 * others are lost and reported, as values of `isMost` are. Items are read again only if a field's type differs.
 * Elsewhere: types by the values (model/field-type), links by the values (model/infer-links), the note (model/model-field).
 */
import { entryOfType, type FieldType } from '../../../../src/content/model/index.js';
import { readLines } from '../../spool/line-file.js';
import type { Value } from '../../value/value.js';
import type { FieldDecision, ModelField } from '../declarations/shape.js';
import type { ContentIntake } from '../intake/content-intake.js';
import { readSpooled, type SourceField, type SourceType } from '../intake/source-type.js';
import { chooseFieldNames } from '../model/field-names.js';
import { decideFieldType } from '../model/field-type.js';
import type { InferredLink } from '../model/infer-links.js';
import { LinkTargets } from '../model/link-targets.js';
import type { ChangedField } from '../model/model-field.js';
import type { UserModel } from '../model/user-model.js';
import { PRECISION_LIMIT } from '../model/value-kinds.js';
import { type FitContext, fitValue, Misfit, valueExcerpt } from './field-value.js';

/** Whether a wrong value can end the type: others hold any text. */
const canEnd = (type: FieldType): boolean =>
  ['link', 'boolean', 'integer', 'decimal', 'instant'].includes(entryOfType(type).value);

/** Whether fields get the type if their values have no narrower one in common. */
const isWidest = (type: FieldType): boolean => ['text', 'json'].includes(entryOfType(type).value);

/** A field whose earlier type differs, and counts over its values. */
interface Candidate {
  readonly field: SourceField;
  readonly earlier: ModelField;
  readonly decision: FieldDecision;
  values: number;
  misfits: number;
  /** The first value that does not fit the earlier type, and its place in the input. */
  example: string;
}

/** @param earlier undefined if there was no import before */
export async function findChangedFields(
  content: ContentIntake,
  earlier: UserModel | undefined,
  inferredLinks: ReadonlyMap<SourceField, InferredLink>,
): Promise<ReadonlyMap<SourceField, ChangedField>> {
  const changedFields = new Map<SourceField, ChangedField>();
  if (earlier === undefined) return changedFields;
  const targets = new LinkTargets(content.types.values());
  for (const type of content.types.values()) {
    const candidates = findCandidates(content, type, earlier, inferredLinks);
    if (candidates.size === 0) continue;
    for await (const line of readLines(type.path)) {
      content.options.signal?.throwIfAborted();
      const { id, place, values } = readSpooled(line);
      if (!type.has(id)) continue;
      for (const { field, value } of values) {
        const candidate = candidates.get(field);
        if (candidate !== undefined) countFit(candidate, value, place, content, targets);
      }
    }
    for (const candidate of candidates.values()) {
      if (candidate.misfits > 0) changedFields.set(candidate.field, judge(candidate, content));
    }
  }
  return changedFields;
}

/** @returns the fields of a type whose earlier type is another, by their index */
function findCandidates(
  content: ContentIntake,
  type: SourceType,
  { types }: UserModel,
  inferredLinks: ReadonlyMap<SourceField, InferredLink>,
): ReadonlyMap<number, Candidate> {
  const candidates = new Map<number, Candidate>();
  const earlierFields = types.get(type.name)?.fields;
  if (earlierFields === undefined) return candidates;
  for (const [field, ownName] of chooseFieldNames(type.fields.values())) {
    const { declaration, statistics, index } = field;
    const earlier = earlierFields.get(content.options.overrides.of(`${type.ownName}.${ownName}`)?.name ?? ownName);
    if (earlier === undefined || !canEnd(earlier.type)) continue;
    if (declaration.shape !== undefined || statistics.populated === 0 || inferredLinks.has(field)) continue;
    const decision = decideFieldType(undefined, statistics);
    const isSame = decision.type === earlier.type && decision.format === earlier.format;
    if (!isSame) candidates.set(index, { field, earlier, decision, values: 0, misfits: 0, example: '' });
  }
  return candidates;
}

function countFit(
  candidate: Candidate,
  value: Value,
  place: string,
  content: ContentIntake,
  targets: LinkTargets,
): void {
  candidate.values += 1;
  let isDropped = false;
  const context: FitContext = {
    zone: content.options.zone,
    resolve(link, to) {
      const keys = typeKeys(content, to);
      const key = content.typeWith(link.id, keys) ?? targets.findByAddress(link.id)?.type.key;
      return key !== undefined && keys.includes(key) ? { type: key, id: link.id } : 'missing';
    },
    onDropped() {
      isDropped = true;
    },
  };
  // More digits after the point do not end a decimal.
  const fitted = fitValue(value, { ...candidate.earlier, precision: PRECISION_LIMIT }, context);
  if (!isDropped && !(fitted instanceof Misfit)) return;
  candidate.misfits += 1;
  if (candidate.misfits === 1) candidate.example = `${place}: ${valueExcerpt(value)}`;
}

const typeKeys = (content: ContentIntake, names: readonly string[]): readonly string[] =>
  [...content.types.values()].filter(({ name }) => names.includes(name)).map(({ key }) => key);

function judge(
  { field, earlier, decision, values, misfits, example }: Candidate,
  content: ContentIntake,
): ChangedField {
  const misfitWords = `${misfits} of ${values} values ${misfits === 1 ? 'does' : 'do'} not fit, such as ${example}`;
  const earlierType = plainType(earlier);
  if (!isWidest(decision.type) || misfits * 2 >= values) {
    const note = `had the type ${earlierType}, and has the type ${plainType(decision)} now: ${misfitWords}`;
    return { kept: undefined, note };
  }
  return {
    kept: keptDecision(field, earlier, content),
    note: `keeps its type, ${earlierType}: ${misfitWords}; --new-model decides the type again`,
  };
}

/** @returns such as `relationship to authors` or `dateTime (date)` */
function plainType({ type, format, to = [] }: FieldDecision): string {
  if (type === 'relationship') return `${type} to ${to.join(' or ')}`;
  return format === 'date' ? `${type} (date)` : type;
}

function keptDecision({ statistics }: SourceField, earlier: ModelField, content: ContentIntake): FieldDecision {
  const { type, format, many, to } = earlier;
  if (type === 'relationship') return { type, to: typeKeys(content, to ?? []), many: many === true };
  if (type === 'decimal') return { type, precision: Math.min(statistics.maximumPrecision, PRECISION_LIMIT) };
  return { type, ...(format !== undefined && { format }) };
}
