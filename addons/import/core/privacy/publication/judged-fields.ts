/**
 * The members of an item that may decide whether it is public, each with the judgement of its value.
 *
 * A page may nest such members in `build`; the table has their names with the prefix `build.`.
 * Elsewhere: the table of names (fields), judging one value (judge), the verdict on the whole item (publication).
 */
import { isObject, type Json, readMembers } from '../../../value/json.js';
import { type DecidingField, findDecidingFields, type ItemKind, normalizeName } from './fields.js';
import { type Clock, type Judgement, judgeValue } from './judge.js';

export interface JudgedField {
  /** The row of the table. */
  readonly field: DecidingField;
  /** The member's name in the item; `build` for a member of `build`. */
  readonly name: string;
  /** The name as the table has it, such as `publishdate` or `build.render`. */
  readonly normalizedName: string;
  readonly value: Json;
  readonly judgement: Judgement;
}

const BUILD_PREFIX = 'build.';

const fieldsByKind = { pages: findDecidingFields('pages'), records: findDecidingFields('records') };

export class FieldJudge {
  readonly #clock: Clock;
  /** Rows of the table by the names that sources write, so that each is normalized once; null for a name that is missing there. */
  readonly #fieldsByWrittenName = {
    pages: new Map<string, DecidingField | null>(),
    records: new Map<string, DecidingField | null>(),
  };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  judgeFields(members: Iterable<readonly [string, Json]>, itemKind: ItemKind): readonly JudgedField[] {
    const judgedFields: JudgedField[] = [];
    const addMember = (name: string, value: Json, prefix = ''): void => {
      const field = this.#findField(prefix + name, itemKind);
      if (field === undefined) return;
      judgedFields.push({
        field,
        name: prefix === '' ? name : 'build',
        normalizedName: prefix + normalizeName(name),
        value,
        judgement: judgeValue(field, value, this.#clock),
      });
    };
    for (const [name, value] of members) {
      const isBuild = itemKind === 'pages' && normalizeName(name) === 'build';
      if (!isBuild) addMember(name, value);
      else if (!isObject(value)) addMember('render', value, BUILD_PREFIX);
      else for (const [buildName, buildValue] of readMembers(value)) addMember(buildName, buildValue, BUILD_PREFIX);
    }
    return judgedFields;
  }

  /** @param writtenName with the prefix `build.` for a member of `build` */
  #findField(writtenName: string, itemKind: ItemKind): DecidingField | undefined {
    const fields = this.#fieldsByWrittenName[itemKind];
    const cachedField = fields.get(writtenName);
    if (cachedField !== undefined) return cachedField ?? undefined;
    const prefix = writtenName.startsWith(BUILD_PREFIX) ? BUILD_PREFIX : '';
    const field = fieldsByKind[itemKind].get(prefix + normalizeName(writtenName.slice(prefix.length)));
    fields.set(writtenName, field ?? null);
    return field;
  }
}
