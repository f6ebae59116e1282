/**
 * The vocabulary: 50,000 distinct words, the most frequent first.
 *
 * The first ranks are real: the function words of English, then `EXAMPLES`. The rest are drawn letter by letter from
 * the examples' own trigrams (a Markov chain of order 2, after Shannon, "A Mathematical Theory of Communication",
 * 1948), so that they look, and index, like words: 'the', 'ing' and 'tion' are frequent, 'zq' does not occur. Longer words
 * are rarer, as in real text, and a few carry accents, so that bytes and characters differ.
 *
 * Text of a wanted length, its words drawn by Zipf's law from the vocabulary: titles, sentences, paragraphs and whole
 * Markdown documents. Lengths are in UTF-16 code units and are met to within a word or a sentence.
 */
import { Random, Weighted, zipfWeights } from './random.js';

export const VOCABULARY_SIZE = 50_000;

const lengthMinimum = 5;
const lengthMaximum = 13;
const accentedShare = 0.02;
const accents: ReadonlyMap<string, string> = new Map([
  ['a', 'ä'],
  ['e', 'é'],
  ['i', 'í'],
  ['o', 'ö'],
  ['u', 'ü'],
]);

const FUNCTION_WORDS = `the of and to a in is it that for was on as with be by at from this are have not but had or
which you we they an his her she he were all one there been their has would when if so no will more what out up into
than them can only other time some could these may then do first any my now such like our over`.split(/\s+/);

const EXAMPLES = `people water place world house country school state night point water number question system program
between against another because through without nothing something together children morning evening history business
service company problem government interest different possible important national political general special certain
several economic military personal particular available necessary popular traditional difficult serious beautiful
information education development experience attention community position situation direction production condition
relation tradition collection protection connection expression decision division television discussion permission
movement management department statement treatment agreement argument document instrument environment moment element
knowledge language passage village message courage storage average advantage marriage package garage image
winter summer spring autumn weather thunder shoulder wonder gather feather leather mother father brother sister daughter
letter better butter matter pattern western eastern northern southern modern lantern cavern govern concern return
mountain fountain captain certain curtain contain remain explain maintain station nation ration motion potion section
kitchen chicken broken spoken golden wooden garden harden sudden hidden forgotten written eaten beaten threaten
thinking drinking walking talking running standing working singing building feeling meaning evening opening beginning
listen fasten castle whistle thistle bottle little settle cattle battle rattle gentle candle handle bundle middle riddle
strong string strange straight street stream stretch strike struggle structure strength student study story storm
black blanket blossom blunt bring bridge bright brown branch bread break breath clear clever cloud clothes climb
flower flame floor flight friend fruit fresh frame ground great green grain grand plant plain plate plenty please
silver quiet quarter quick queen quality quantity square equal require frequent liquid sequence technique
shadow shallow shelter shoulder sharp shape share shore short narrow window yellow pillow follow borrow tomorrow
planet market basket ticket pocket rocket jacket cricket blanket carpet trumpet comet secret magnet cabinet
ocean island harbour sailor anchor current river valley forest meadow desert prairie canyon glacier volcano
doctor teacher farmer singer painter writer reader builder carpenter gardener merchant soldier servant student
measure pleasure treasure pressure figure picture nature future feature creature culture mixture adventure furniture
ancient patient science silence distance chance dance balance entrance substance insurance performance appearance
probably finally usually actually especially suddenly certainly clearly nearly exactly slowly quietly directly
violin orchestra melody rhythm chorus concert theatre museum gallery library laboratory observatory university
copper iron marble granite crystal velvet cotton ribbon button leather timber paper powder sugar pepper ginger`.split(
  /\s+/,
);

/** For every pair of letters, the letters seen to follow it, each as often as seen; a space ends a word. */
function followers(): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  for (const word of EXAMPLES) {
    const padded = `  ${word} `;
    for (let i = 2; i < padded.length; i += 1) {
      const pair = padded.slice(i - 2, i);
      table.set(pair, `${table.get(pair) ?? ''}${padded.charAt(i)}`);
    }
  }
  return table;
}

function invent(chain: ReadonlyMap<string, string>, random: Random): string {
  let word = '';
  let pair = '  ';
  while (word.length <= lengthMaximum) {
    const letters = chain.get(pair) ?? ' ';
    const letter = letters.charAt(random.below(letters.length));
    if (letter === ' ') return word;
    word += letter;
    pair = pair.charAt(1) + letter;
  }
  return '';
}

/** Puts an accent on the first vowel. */
const accented = (word: string): string => word.replace(/[aeiou]/, (vowel) => accents.get(vowel) ?? vowel);

/** @returns `VOCABULARY_SIZE` distinct lower-case words, the most frequent first. Cost: about 0.2 s. */
export function vocabulary(seed: number): readonly string[] {
  const random = new Random(seed, 'vocabulary');
  const chain = followers();
  const known = new Set([...FUNCTION_WORDS, ...EXAMPLES]);
  const invented: { readonly word: string; readonly rarity: number }[] = [];
  while (known.size < VOCABULARY_SIZE) {
    const plain = invent(chain, random);
    const word = random.chance(accentedShare) ? accented(plain) : plain;
    if (plain.length < lengthMinimum || known.has(word)) continue;
    known.add(word);
    invented.push({ word, rarity: plain.length + 5 * random.unit() });
  }
  invented.sort((a, b) => a.rarity - b.rarity);
  return [...new Set([...FUNCTION_WORDS, ...EXAMPLES]), ...invented.map((entry) => entry.word)];
}

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
