/**
 * Text of a wanted length, its words drawn by Zipf's law from the vocabulary: titles, sentences, paragraphs and whole
 * Markdown documents. Lengths are in UTF-16 code units and are met to within a word or a sentence.
 */
import type { Random } from './random.js';
import { Weighted, zipfWeights } from './weighted.js';
import { VOCABULARY_SIZE, vocabulary } from './words.js';

/** Mandelbrot's shift, as fitted to English. */
const zipfFlattening = 2.7;

/** The words of one seed, shared by all files of an export. About 5 MB. */
export class Lexicon {
  readonly words: readonly string[];
  readonly capitalised: readonly string[];
  readonly frequency = new Weighted(zipfWeights(VOCABULARY_SIZE, zipfFlattening));

  constructor(seed: number) {
    this.words = vocabulary(seed);
    this.capitalised = this.words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  }
}

export class Prose {
  readonly #lexicon: Lexicon;
  readonly #random: Random;

  constructor(lexicon: Lexicon, random: Random) {
    this.#lexicon = lexicon;
    this.#random = random;
  }

  word(): string {
    return this.#lexicon.words[this.#lexicon.frequency.draw(this.#random)]!;
  }

  /** A word that is no function word, capitalised: good for names. */
  name(): string {
    return this.#lexicon.capitalised[100 + this.#random.below(VOCABULARY_SIZE - 100)]!;
  }

  /** @returns words from a capital letter on, without an end mark: at least `length`, at most a word more */
  title(length: number): string {
    let text = this.#lexicon.capitalised[this.#lexicon.frequency.draw(this.#random)]!;
    while (text.length < length) text += ` ${this.word()}`;
    return text;
  }

  sentence(): string {
    const comma = this.#random.below(3);
    const text = this.title(28 + this.#random.below(70));
    const clause = comma === 0 ? `${text}, ${this.title(16).toLowerCase()}` : text;
    return clause + (this.#random.chance(0.06) ? '?' : '.');
  }

  /** Sentences in one line, up to about `length`; always one at least. */
  paragraph(length: number): string {
    let text = this.sentence();
    while (text.length + 40 < length) text += ` ${this.sentence()}`;
    return text;
  }

  /** Sentences, the first on a line of its own, others at times. */
  lines(length: number): string {
    let text = `${this.sentence()}\n${this.sentence()}`;
    while (text.length + 40 < length) text += (this.#random.chance(0.3) ? '\n' : ' ') + this.sentence();
    return text;
  }

  /** A document with headings, paragraphs, lists, quotations, code, links and tables: `length` and up to 600 more. */
  markdown(length: number): string {
    let text = `# ${this.title(30)}\n\n${this.paragraph(300)}`;
    while (text.length < length) text += `\n\n${this.#block()}`;
    return `${text}\n`;
  }

  #block(): string {
    const kind = this.#random.below(12);
    switch (kind) {
      case 0:
        return `- ${this.title(30)}\n- **${this.word()}** ${this.title(20).toLowerCase()}\n- ${this.title(24)}`;
      case 1:
        return `1. ${this.sentence()}\n2. ${this.sentence()}\n3. ${this.sentence()}`;
      case 2:
        return `> ${this.sentence()}\n>\n> — *${this.name()} ${this.name()}*`;
      case 3:
        return `\`\`\`js\nconst ${this.word()} = ['${this.word()}', ${this.#random.below(1000)}];\n\`\`\``;
      case 4:
        return `| ${this.word()} | ${this.word()} |\n|:---|---:|\n${this.#row()}\n${this.#row()}\n${this.#row()}`;
      case 5:
        return `${this.sentence()} [${this.title(12)}](/document/document-${1 + this.#random.below(1000)}).`;
      case 6:
      case 7:
        return `## ${this.title(24)}\n\n${this.paragraph(240)}`;
      default:
        return this.paragraph(200 + this.#random.below(250));
    }
  }

  #row(): string {
    return `| ${this.title(12)} | ${this.#random.below(10_000)} |`;
  }
}
