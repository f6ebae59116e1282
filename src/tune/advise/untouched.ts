/**
 * Which sections of a snapshot no request of a traffic asks for: structures of fields that nothing filters, sorts or
 * counts by, and search indexes that nothing is searched in.
 */
import type { ContentModel } from '../../content/model/index.js';
import { type AskedShape, standInTarget } from '../traffic/index.js';
import { type Needs, needsOf } from './needs.js';
import { ID_STRUCTURES, type Leaves, unusedOfType } from './pieces.js';
import { belongs } from './weigh.js';

interface Left {
  readonly field: string;
  readonly leaves: Leaves;
}

/**
 * @param asked what comes
 * @returns whether a section of a type's segment is asked for by none of it; where the model has an answer to none of the
 *          requests, all are as good as asked for
 * Cost: reading a request of each form.
 */
export function untouchedSections(
  model: ContentModel,
  asked: readonly AskedShape[],
): (type: string, section: string) => boolean {
  const needs = needsOf(
    model,
    asked.map((shape) => ({ target: standInTarget(shape, model), times: 1 })),
  );
  const refused = [...needs.refused.values()].reduce((sum, times) => sum + times, 0);
  if (refused === asked.length) return () => false;
  const byType = new Map([...model.contentTypes.values()].map((type) => [type.name, leftOf(type, needs)]));
  return (type, section) => (byType.get(type) ?? []).some(({ field, leaves }) => belongs(section, field, leaves));
}

function leftOf(type: Parameters<typeof unusedOfType>[0], needs: Needs): readonly Left[] {
  const ofId = needs.of(type.name, 'id');
  const ids = ID_STRUCTURES.filter(({ need }) => !ofId.has(need)).map(({ leaves }) => ({ field: 'id', leaves }));
  const ofFields = unusedOfType(type, needs).flatMap(({ field, leaves }) =>
    leaves === undefined ? [] : [{ field, leaves }],
  );
  return [...ids, ...ofFields];
}
