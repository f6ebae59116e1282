/**
 * Which locales have the same, whatever it is, found while it gathers: what two of them share is stored once.
 */
export class LocaleClasses {
  /** Per locale: the first one that has had the same so far. */
  #first: readonly number[];

  constructor(locales: number) {
    this.#first = Array.from({ length: locales }, (_, locale) => locale && 0);
  }

  /**
   * Looks at what was added; what has parted stays apart.
   *
   * @param isSame whether two locales have the same in it
   * Cost: up to one call for each pair of locales that have had the same so far, one a locale where they go on to.
   */
  add(isSame: (a: number, b: number) => boolean): void {
    const before = this.#first;
    const after = before.slice();
    for (let locale = 1; locale < before.length; locale += 1) {
      const first = before[locale]!;
      if (first === locale || isSame(first, locale)) continue;
      let parted = first + 1;
      while (parted < locale && !(before[parted] === first && after[parted] === parted && isSame(parted, locale))) {
        parted += 1;
      }
      after[locale] = parted;
    }
    this.#first = after;
  }

  /** @returns the first locale that has the same: itself where no earlier one has */
  firstOf(locale: number): number {
    return this.#first[locale] ?? locale;
  }
}
