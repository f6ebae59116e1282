/**
 * Checks all segments of one content type: first the bounds that every reader relies on, then the agreement of structures.
 *
 * It reports every problem and throws none, regardless of the bytes; an unexpected error is a problem too.
 */
import { IntegrityError, OperationError } from '../../content/errors/index.js';
import type { TypeSegment } from '../segment/index.js';
import { checkBounds } from './bounds.js';
import { checkIdHash } from './ids.js';
import { checkRendered } from './rendered.js';
import { checkSegment } from './segment.js';

/**
 * @param segments of the type, one per locale, the default one first
 * @returns problems, each with file, section, expected and found content. Cost: O(bytes of the segment).
 */
export function checkType(segments: readonly [TypeSegment, ...TypeSegment[]]): string[] {
  const [segment] = segments;
  const { sections } = segment.file;
  const boundsProblems = catchDamage(segment, () => {
    checkBounds(sections);
    checkIdHash(segment);
    checkRendered(segments);
    return [];
  });
  if (boundsProblems.length > 0) return boundsProblems;
  const earlierLocales: TypeSegment[] = [];
  return segments.flatMap((local) => {
    const problems = catchDamage(segment, () =>
      checkSegment(local, earlierLocales).map(
        ({ section, finding: sentence }) =>
          sections.damage(section, 'structures that agree with each other', sentence).message,
      ),
    );
    earlierLocales.push(local);
    return problems;
  });
}

function catchDamage({ file }: TypeSegment, check: () => string[]): string[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof IntegrityError) return [error.message];
    if (error instanceof OperationError) throw error;
    return [
      file.sections.damage('of unknown name', 'bytes that every check can read', `an unexpected ${String(error)}`)
        .message,
    ];
  }
}
