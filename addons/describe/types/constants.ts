/**
 * Constants of a types file: the options of each select, the sorts and includes of each type, and the locales, as arrays for
 * forms and for checks of input.
 *
 * Elsewhere: the types (write-types).
 */
import type { ContentModel } from '../../../src/content/model/index.js';
import { listCapabilities } from '../../../src/jsonapi/index.js';
import { quoteText, toPascalCase } from './names.js';

const toCamelCase = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

const writeConstant = (name: string, comment: string, texts: readonly string[]): string =>
  `/** ${comment} */\nexport const ${name} = [${texts.map((text) => quoteText(text)).join(', ')}] as const;\n`;

/** Names of constants that the file has so far. */
class ConstantNames {
  readonly #used = new Set<string>(['localeCodes']);

  /** @returns the name; a number is appended if it is taken */
  claim(preferredName: string): string {
    let name = preferredName;
    for (let number = 2; this.#used.has(name); number += 1) name = `${preferredName}${number}`;
    this.#used.add(name);
    return name;
  }
}

/**
 * @param typeNames content type → its unique name in the file
 * @returns         constants such as `bookGenreOptions`, `bookSorts` and `bookIncludes`
 */
export function writeConstants(model: ContentModel, typeNames: ReadonlyMap<string, string>): readonly string[] {
  const names = new ConstantNames();
  const constants: string[] = [];
  if (model.locales.length > 0) {
    const codes = model.locales.map(({ code }) => code);
    constants.push(writeConstant('localeCodes', 'The locales, the default one first.', codes));
  }
  for (const type of model.contentTypes.values()) {
    const beginning = toCamelCase(typeNames.get(type.name) ?? type.name);
    for (const field of type.fields) {
      if (field.type !== 'select') continue;
      const name = names.claim(`${beginning}${toPascalCase(field.name)}Options`);
      const comment = `The options of the field ${field.name} of ${type.name}, in the order of the model.`;
      constants.push(writeConstant(name, comment, field.options));
    }
    const sorts = ['id', ...listCapabilities([type]).sorts].flatMap((field) => [field, `-${field}`]);
    const sortComment = `The sorts of ${type.name} by its own fields; "-" is descending.`;
    constants.push(writeConstant(names.claim(`${beginning}Sorts`), sortComment, sorts));
    const includes = type.relationships.map(({ name }) => name);
    if (includes.length === 0) continue;
    const includeComment = `The relationships of ${type.name} that can be included.`;
    constants.push(writeConstant(names.claim(`${beginning}Includes`), includeComment, includes));
  }
  return constants;
}
