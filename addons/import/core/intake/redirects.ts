/**
 * Old addresses of items as items of the type `redirect`: `from` is the path, `item` the item that is shown there now.
 *
 * Elsewhere: which fields of a source hold old addresses (the sources).
 */
import { type Link, text } from '../../value/value.js';
import type { FieldValue, Intake, TypeIntake } from './source.js';

/** A key that no type of a source has; the name is taken from it if a type of the source has it too. */
const typeKey = '(redirects)';
const typeName = 'redirect';

export class Redirects {
  readonly #intake: Intake;
  #type: TypeIntake | undefined;

  constructor(intake: Intake) {
    this.#intake = intake;
  }

  /**
   * @param from   path or address, such as `/2019/old-name/`; it is the id, with the locale if another item has the path
   * @param locale of the page; undefined in a site of one language
   * @param place  for messages: `posts/a.md`
   */
  async add(from: string, item: Link, place: string, locale?: string): Promise<void> {
    const type = this.#declaredType(item);
    const id = type.has(from) && locale !== undefined ? `${from} ${locale}` : from;
    const values: FieldValue[] = [
      { field: 'from', value: text(from) },
      { field: 'item', value: item },
    ];
    if (locale !== undefined) values.push({ field: 'locale', value: text(locale) });
    await type.add(id, values, place);
  }

  #declaredType({ type: target }: Link): TypeIntake {
    const type = this.#type ?? this.#intake.type(typeKey, typeName);
    if (this.#type === undefined) {
      type.field('from', { shape: { type: 'text' } });
      type.field('item', { shape: { type: 'link', many: false, to: target === undefined ? [] : [target] } });
    }
    this.#type = type;
    return type;
  }
}
