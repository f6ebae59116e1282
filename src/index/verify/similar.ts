/**
 * Checks the similar items: each similar item is another item, is listed once, and shares an existing feature.
 */
import { SIMILAR, SIMILAR_ITEMS, type TypeSegment } from '../segment/index.js';
import { StrictVarints } from './varints.js';

export function checkSimilar({ similar, size, file }: TypeSegment): string[] {
  if (similar === undefined) return [];
  const records = file.sections.records(SIMILAR, size);
  const varints = new StrictVarints(new Uint8Array(0));
  for (let doc = 0; doc < size; doc += 1) {
    const isRight = isSimilarRecord(
      varints.startReading(records.view(doc)),
      doc,
      size,
      (feature) => similar.featureOf(feature) !== undefined,
    );
    if (!isRight) return [`an item similar to item ${doc} is missing, or shares no feature with it`];
  }
  return [];
}

/** With at most 31 features, a bit per feature fits into 32 bits. */
const featuresMaximum = 31;

function isSimilarRecord(
  varints: StrictVarints,
  doc: number,
  size: number,
  isNamed: (feature: number) => boolean,
): boolean {
  if (varints.isAtEnd) return true;
  const features = varints.next() ?? featuresMaximum + 1;
  if (features > featuresMaximum) return false;
  for (let i = 0; i < features; i += 1) {
    const feature = varints.next();
    if (feature === undefined || !isNamed(feature)) return false;
  }
  const seenDocs = new Set<number>();
  while (!varints.isAtEnd) {
    const similarDoc = varints.next() ?? size;
    const shared = varints.next() ?? 0;
    if (similarDoc >= size || similarDoc === doc || seenDocs.has(similarDoc) || seenDocs.size === SIMILAR_ITEMS)
      return false;
    if (shared === 0 || shared >= 2 ** features) return false;
    seenDocs.add(similarDoc);
  }
  return true;
}
