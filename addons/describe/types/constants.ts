/**
 * Constants of a types file: the options of each select, and the locales, as arrays for forms and for checks of input.
 *
 * Elsewhere: the types (write-types).
 */
import type { ContentModel } from '../../../src/content/model/index.js';
import { quoteText, toPascalCase } from './names.js';

const toCamelCase = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

const writeConstant = (name: string, comment: string, texts: readonly string[]): string =>
  `/** ${comment} */\nexport const ${name} = [${texts.map((text) => quoteText(text)).join(', ')}] as const;\n`;

/**
 * @param typeNames content type → its unique name in the file
 * @returns         constants such as `bookGenreOptions`; a number is appended to a name that is taken
 */
export function writeConstants(model: ContentModel, typeNames: ReadonlyMap<string, string>): readonly string[] {
  const usedNames = new Set<string>(['localeCodes']);
  const constants: string[] = [];
  if (model.locales.length > 0) {
    const codes = model.locales.map(({ code }) => code);
    constants.push(writeConstant('localeCodes', 'The locales, the default one first.', codes));
  }
  for (const type of model.contentTypes.values()) {
    for (const field of type.fields) {
      if (field.type !== 'select') continue;
      const preferredName = toCamelCase(`${typeNames.get(type.name) ?? type.name}${toPascalCase(field.name)}Options`);
      let name = preferredName;
      for (let number = 2; usedNames.has(name); number += 1) name = `${preferredName}${number}`;
      usedNames.add(name);
      const comment = `The options of the field ${field.name} of ${type.name}, in the order of the model.`;
      constants.push(writeConstant(name, comment, field.options));
    }
  }
  return constants;
}
