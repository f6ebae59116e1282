/**
 * The members of an item that may decide whether it is public, each with the judgement of its value.
 *
 * A page may nest such members in `build`; the table has their names with the prefix `build.`. Other objects whose members count
 * like those of the item have the names of `wrapperNames`.
 * Elsewhere: the table of names (fields), forms of names (written-names), judging one value (judge), the verdict on the whole item
 * (publication).
 */
import { isObject, type Json, readMembers } from '../../../value/json.js';
import type { DecidingField, ItemKind } from './deciding-field.js';
import { findDecidingFields, normalizeName } from './fields.js';
import { type Clock, type Judgement, judgeValue } from './judge.js';
import { nameForms } from './written-names.js';

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

type Members = Iterable<readonly [string, Json]>;

const BUILD_PREFIX = 'build.';

const fieldsByKind = { pages: findDecidingFields('pages'), records: findDecidingFields('records') };

/** Objects in which systems and authors put what they know of an item: Strapi 4, JSON:API, Airtable, Notion, Contentful, Hugo. */
const wrapperNames = {
  pages: /^_?(?:params|extra|front_?matter|meta(?:data)?|workflow|publication|publishing|status|state|visibility)$/i,
  records:
    /^_?(?:attributes|fields|properties|front_?matter|data|meta(?:data)?|sys(?:tem)?|workflow|publication|publishing|version|source|header|settings|options|params|extra|status|state|visibility|post|page|article|entry|node|document|content|jcr:content)$/i,
};
/** Levels of objects of such names: `version` of Payload has `_status`, `post` of an API `attributes`. */
const WRAPPER_DEPTH = 2;

interface FoundField {
  readonly fields: readonly DecidingField[];
  readonly normalizedName: string;
}

export class FieldJudge {
  readonly #clock: Clock;
  /** Rows of the table by the names that sources write, so that each is read once; null for a name that is missing there. */
  readonly #fieldsByWrittenName = {
    pages: new Map<string, FoundField | null>(),
    records: new Map<string, FoundField | null>(),
  };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  judgeFields(members: Members, itemKind: ItemKind): readonly JudgedField[] {
    const judgedFields: JudgedField[] = [];
    this.#judgeMembers([...members], itemKind, WRAPPER_DEPTH, judgedFields);
    return judgedFields;
  }

  #judgeMembers(
    members: readonly (readonly [string, Json])[],
    itemKind: ItemKind,
    levels: number,
    judgedFields: JudgedField[],
  ): void {
    const addMember = (name: string, value: Json, prefix = ''): void => {
      const found = this.#findFields(prefix + name, itemKind);
      const field = found?.fields.find(({ beside }) => beside === undefined || hasMember(members, beside));
      if (found === undefined || field === undefined) return;
      const judgement = judgeValue(field, value, this.#clock);
      const memberName = prefix === '' ? name : 'build';
      judgedFields.push({ field, name: memberName, normalizedName: found.normalizedName, value, judgement });
    };
    // Properties of GeoJSON describe a place.
    const isFeature = members.some(([name, value]) => name === 'type' && value === 'Feature');
    for (const [name, value] of members) {
      const isBuild = itemKind === 'pages' && normalizeName(name) === 'build';
      if (!isBuild) addMember(name, value);
      else if (!isObject(value)) addMember('render', value, BUILD_PREFIX);
      else for (const [buildName, buildValue] of readMembers(value)) addMember(buildName, buildValue, BUILD_PREFIX);
      if (levels > 0 && isObject(value) && !isFeature && wrapperNames[itemKind].test(name))
        this.#judgeMembers(readMembers(value), itemKind, levels - 1, judgedFields);
    }
  }

  /** @param writtenName with the prefix `build.` for a member of `build` */
  #findFields(writtenName: string, itemKind: ItemKind): FoundField | undefined {
    const cachedFields = this.#fieldsByWrittenName[itemKind];
    const cachedField = cachedFields.get(writtenName);
    if (cachedField !== undefined) return cachedField ?? undefined;
    const found = this.#readName(writtenName, itemKind);
    cachedFields.set(writtenName, found ?? null);
    return found;
  }

  #readName(writtenName: string, itemKind: ItemKind): FoundField | undefined {
    const isOfBuild = writtenName.startsWith(BUILD_PREFIX) && itemKind === 'pages';
    const names = isOfBuild
      ? [BUILD_PREFIX + normalizeName(writtenName.slice(BUILD_PREFIX.length))]
      : nameForms(writtenName).map(normalizeName);
    for (const [index, name] of names.entries()) {
      const fields = fieldsByKind[itemKind].get(name)?.filter(({ effect }) => index === 0 || isOfAnyForm.has(effect));
      if (fields !== undefined && fields.length > 0)
        return { fields, normalizedName: index === 0 ? name : normalizeName(writtenName) };
    }
    return undefined;
  }
}

/** Effects of fields whose names may have other words around them: not of `permalink`, `render` and `password`. */
const isOfAnyForm: ReadonlySet<DecidingField['effect']> = new Set([
  'hides',
  'shows',
  'begins',
  'ends',
  'waits',
  'status',
]);

const hasMember = (members: readonly (readonly [string, Json])[], normalizedNames: readonly string[]): boolean =>
  members.some(([name]) => normalizedNames.includes(normalizeName(name)));
