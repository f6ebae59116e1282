/**
 * The vocabulary: 50,000 distinct words, the most frequent first.
 *
 * The first ranks are real: the function words of English, then `EXAMPLES`. The rest are drawn letter by letter from
 * the examples' own trigrams (a Markov chain of order 2, after Shannon, "A Mathematical Theory of Communication",
 * 1948), so that they look, and index, like words: 'the', 'ing' and 'tion' are everywhere, 'zq' is nowhere. Longer words
 * are rarer, as in real text, and a few carry accents, so that bytes and characters differ.
 */
import { Random } from './random.js';

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
