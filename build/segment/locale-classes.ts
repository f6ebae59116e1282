/**
 * Partitions locales into classes with equal content, refined block by block while items are read.
 *
 * Invariant: locales that differ in one block stay in different classes. Elsewhere: comparing a block (shared-columns).
 */

export class LocaleClasses {
  /** Locale → first locale with equal content so far. */
  #first: readonly number[];

  constructor(locales: number) {
    this.#first = Array.from({ length: locales }, () => 0);
  }

  /**
   * Refines the classes by another block; separated locales stay separate.
   *
   * @param isSame whether two locales have equal content in the block
   * Cost: one call per locale if classes do not change, otherwise up to one per pair of a class.
   */
  add(isSame: (a: number, b: number) => boolean): void {
    const before = this.#first;
    const after = before.slice();
    for (let locale = 1; locale < before.length; locale += 1) {
      const first = before[locale]!;
      if (first === locale || isSame(first, locale)) continue;
      // Joins the first locale that was split off the same class in this block and has equal content.
      const joins = (candidate: number): boolean =>
        before[candidate] === first && after[candidate] === candidate && isSame(candidate, locale);
      let newFirst = first + 1;
      while (newFirst < locale && !joins(newFirst)) newFirst += 1;
      after[locale] = newFirst;
    }
    this.#first = after;
  }

  /** @returns the first locale with equal content; the locale itself if no earlier one is equal */
  firstOf(locale: number): number {
    return this.#first[locale] ?? locale;
  }
}
