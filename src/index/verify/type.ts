/**
 * All of one content type: first what every reader relies on, then, with readers, whether its structures agree.
 *
 * Nothing here throws, whatever the bytes are: what no check has foreseen is a problem too.
 */
import { IntegrityError, OperationError } from '../../content/errors/index.js';
import type { TypeSegment } from '../segment/index.js';
import { checkBounds } from './bounds.js';
import { checkIdHash } from './ids.js';
import { checkRendered } from './rendered.js';
import { checkSegment } from './segment.js';

/**
 * @param segments of the type, one for each locale, the default one first
 * @returns problems, each naming file and section, what was expected and what was found. Cost: O(bytes of the segment).
 */
export function checkType(segments: readonly [TypeSegment, ...TypeSegment[]]): string[] {
  const [segment] = segments;
  const { sections } = segment.file;
  const bounds = guarded(segment, () => {
    checkBounds(sections);
    checkIdHash(segment);
    checkRendered(segments);
    return [];
  });
  if (bounds.length > 0) return bounds;
  const before: TypeSegment[] = [];
  return segments.flatMap((local) => {
    const problems = guarded(segment, () =>
      checkSegment(local, before).map(
        ({ section, found }) => sections.damage(section, 'structures that agree with each other', found).message,
      ),
    );
    before.push(local);
    return problems;
  });
}

function guarded({ file }: TypeSegment, check: () => string[]): string[] {
  try {
    return check();
  } catch (error) {
    if (error instanceof IntegrityError) return [error.message];
    if (error instanceof OperationError) throw error;
    return [file.sections.damage('of some name', 'what readers rely on', `an unexpected ${String(error)}`).message];
  }
}
