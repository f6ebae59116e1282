/**
 * Resolving links once every type's ids are known, and reporting those that lead nowhere.
 */
import type { ContentType, RelationshipField } from '../../src/model/index.js';
import type { LinkReporter, ResolvedTarget, TypeBuilder } from '../index/index.js';
import { type ProblemLog, quoted } from '../ingest/index.js';
import type { LinkTarget } from '../ingest/item.js';

/**
 * @param builders by type name, every item added
 * @param fileOf type → file, for reports
 */
export function linkReporter(
  builders: ReadonlyMap<string, TypeBuilder>,
  fileOf: ReadonlyMap<string, string>,
  problems: ProblemLog,
): LinkReporter {
  const placeOf = (type: ContentType, field: RelationshipField, doc: number) => ({
    file: fileOf.get(type.name) ?? type.name,
    line: builders.get(type.name)?.ids.lineOf(doc) ?? 0,
    field: field.name,
  });
  const candidates = (field: RelationshipField, target: LinkTarget): ResolvedTarget[] =>
    field.to.flatMap((name, typeIndex) => {
      if (target.type !== undefined && target.type !== name) return [];
      const doc = builders.get(name)?.docOf(target.id);
      return doc === undefined ? [] : [{ typeIndex, doc }];
    });
  return {
    resolve(field, target) {
      const [found, another] = candidates(field, target);
      return another === undefined ? found : undefined;
    },
    dropped(type, field, doc, target) {
      const place = placeOf(type, field, doc);
      if (candidates(field, target).length > 1) {
        const types = field.to.join(', ');
        problems.error(
          place,
          () => `more than one of ${types} has an item ${quoted(target.id)}; write {"type": …, "id": …} to say which`,
        );
        return;
      }
      const types = target.type ?? field.to.join(' or ');
      problems.warning(
        'danglingLink',
        place,
        (mended) => `there is no ${types} ${quoted(target.id)}${mended('; the link is dropped')}`,
      );
    },
    repeated(type, field, doc, target) {
      problems.warning(
        'repeatedLink',
        placeOf(type, field, doc),
        (mended) => `the item ${quoted(target.id)} is linked to twice${mended('; it is kept once')}`,
      );
    },
  };
}
