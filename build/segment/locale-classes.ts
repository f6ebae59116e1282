/**
 * Partitions locales into classes with equal content, refined block by block while items are read.
 */

export class LocaleClasses {
  /** Locale → first locale with equal content so far. */
  #first: readonly number[];

  constructor(locales: number) {
    this.#first = Array.from({ length: locales }, (_, locale) => locale && 0);
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
      let separate = first + 1;
      while (
        separate < locale &&
        !(before[separate] === first && after[separate] === separate && isSame(separate, locale))
      ) {
        separate += 1;
      }
      after[locale] = separate;
    }
    this.#first = after;
  }

  /** @returns the first locale with equal content; the locale itself if there is none before it */
  firstOf(locale: number): number {
    return this.#first[locale] ?? locale;
  }
}
