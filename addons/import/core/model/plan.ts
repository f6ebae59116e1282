/**
 * The plan of an export: which types and fields it has, their names, its locales and its `model.json`.
 *
 * Elsewhere: the decision about one type and its fields (plan-type), writing the items (export/item-writer).
 */
import { languageOf } from '../../../../src/content/model/index.js';
import { cleanTexts } from '../declarations/descriptive-texts.js';
import type { Locale } from '../declarations/locales.js';
import { makeName } from '../declarations/names.js';
import { refuseWrongModel } from '../declarations/overrides.js';
import type { ContentIntake } from '../intake/content-intake.js';
import type { FieldHints } from './model-field.js';
import { type PlannedType, planType } from './plan-type.js';
import type { UserModel } from './user-model.js';

export interface Plan {
  readonly space: string;
  readonly types: readonly PlannedType[];
  /** Types of the user's model that are missing from the source or left out: their files are empty. */
  readonly emptyTypes: readonly string[];
  /** Undefined if the export has one locale or none. */
  readonly locales: readonly Locale[] | undefined;
  readonly defaultLocale: string | undefined;
  /** `model.json`. */
  readonly model: string;
}

/**
 * @param userModel a model that is used unchanged; undefined if types are decided by the content
 * @param space     name of the space, if the user's model has none
 * @throws OperationError for overrides that do not fit the content
 */
export function makePlan(
  content: ContentIntake,
  userModel: UserModel | undefined,
  space: string,
  hints: FieldHints,
): Plan {
  const { locales, defaultLocale } = localesOf(content, userModel);
  const context = { content, userModel, isLocalized: locales !== undefined, ...hints };
  const sourceTypes = [...content.types.values()];
  const types = sourceTypes.map((sourceType) => planType(context, sourceType));
  const writtenNames = new Set(types.filter(({ isKept }) => isKept).map(({ sourceType }) => sourceType.name));
  const sourceNames = new Set(sourceTypes.map(({ name }) => name));
  const emptyTypes = [...(userModel?.types.keys() ?? [])].filter((name) => !writtenNames.has(name));
  for (const name of emptyTypes)
    if (!sourceNames.has(name)) content.note(`${name}: the model has this type, but the source no longer does`);
  const spaceName = userModel?.space ?? makeName(space, 'type');
  const model = userModel?.text ?? modelText(content, spaceName, types, locales);
  if (userModel === undefined) checkOverrides(content, model, types);
  return { space: spaceName, types, emptyTypes, locales, defaultLocale, model };
}

function localesOf(content: ContentIntake, userModel: UserModel | undefined): Pick<Plan, 'locales' | 'defaultLocale'> {
  const sourceLocales = content.localeList;
  const sourceDefault = sourceLocales.find((locale) => locale.default === true)?.code ?? sourceLocales[0]?.code;
  if (userModel === undefined)
    return { locales: sourceLocales.length > 1 ? sourceLocales : undefined, defaultLocale: sourceDefault };
  const codes = userModel.locales;
  if (codes === undefined) return { locales: undefined, defaultLocale: sourceDefault };
  return { locales: codes.map((code) => ({ code })), defaultLocale: userModel.defaultLocale ?? sourceDefault };
}

/** @throws OperationError for overrides that make a field of the model wrong */
function checkOverrides(content: ContentIntake, model: string, types: readonly PlannedType[]): void {
  const keptTypes = types.filter(({ isKept }) => isKept);
  refuseWrongModel(model, (typeIndex, fieldIndex) => {
    if (fieldIndex === undefined) return keptTypes[typeIndex]?.sourceType.ownName;
    const path = keptTypes[typeIndex]?.fields.filter(({ field }) => field !== undefined)[fieldIndex]?.path;
    return path !== undefined && content.options.overrides.of(path) !== undefined ? path : undefined;
  });
}

function cleanLocale({ label = '', ...locale }: Locale): Locale {
  const { label: cleanLabel } = cleanTexts(locale.code, { label });
  return { ...locale, ...(cleanLabel !== undefined && { label: cleanLabel }) };
}

/** @returns `model.json` */
export function modelText(
  content: ContentIntake,
  space: string,
  types: readonly PlannedType[],
  locales: readonly Locale[] | undefined,
): string {
  const contentTypes = types
    .filter(({ isKept }) => isKept)
    .map(({ sourceType, fields }) => ({
      name: sourceType.name,
      ...cleanTexts(sourceType.name, sourceType.texts),
      ...content.options.overrides.of(sourceType.ownName)?.model,
      fields: fields.flatMap(({ field }) => (field === undefined ? [] : [field.json])),
    }));
  const images = content.hasImageResources ? { images: 'resources' } : {};
  const language = languageOf(content.options.language ?? content.localeList[0]?.code ?? '');
  const languageMembers =
    locales !== undefined ? { locales: locales.map(cleanLocale) } : { ...(language !== undefined && { language }) };
  return `${JSON.stringify({ space, ...images, ...languageMembers, contentTypes }, undefined, 2)}\n`;
}
