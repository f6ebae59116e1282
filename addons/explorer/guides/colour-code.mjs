/**
 * Colours of code blocks: marks the words of a block by kind, as HTML.
 *
 * A language is a list of patterns; the first pattern that matches at a position wins, and all other characters stay
 * plain. Kinds: `k` keyword or member name, `s` string, `n` number or literal, `c` comment.
 */
import { escapeHtml } from './html.mjs';

const STRING = `"(?:[^"\\\\\\n]|\\\\.)*"`;
const SINGLE_QUOTED = `'(?:[^'\\\\\\n]|\\\\.)*'`;
const NUMBER = '-?\\b\\d[\\d_.]*(?:[eE][+-]?\\d+)?\\b';
const KEYWORDS =
  'as|async|await|break|case|catch|class|const|continue|default|else|export|extends|for|from|function|if|import|in|instanceof|interface|let|new|of|return|satisfies|switch|throw|try|type|typeof|while';

const SCRIPT = [
  ['c', '\\/\\/[^\\n]*|\\/\\*[\\s\\S]*?\\*\\/'],
  ['s', `${STRING}|${SINGLE_QUOTED}|\`(?:[^\`\\\\]|\\\\.)*\``],
  ['k', `\\b(?:${KEYWORDS})\\b`],
  ['n', `\\b(?:true|false|null|undefined)\\b|${NUMBER}`],
];
const SETTINGS = [
  ['c', '(?:^|(?<=\\s))#[^\\n]*'],
  ['s', `${STRING}|${SINGLE_QUOTED}`],
];
const LANGUAGES = {
  json: [
    ['k', `${STRING}(?=\\s*:)`],
    ['s', STRING],
    ['n', `\\b(?:true|false|null)\\b|${NUMBER}`],
    ['c', '(?<![:"\\w])\\/\\/[^\\n]*|…'],
  ],
  http: [
    ['k', '^(?:GET|HEAD|OPTIONS|POST)\\b'],
    ['n', '(?<=[?&])[^=&\\s]+'],
    ['s', '(?<==)[^&\\n]+'],
  ],
  sh: [
    ['c', '(?:^|(?<=\\s))#[^\\n]*'],
    ['s', `${STRING}|${SINGLE_QUOTED}`],
    ['k', '^(?:npm|npx|node|stele|curl|docker|systemctl|apt-get|cat|mkdir|export)\\b'],
    ['n', '(?<=\\s)--?[\\w-]+'],
  ],
  js: SCRIPT,
  ts: SCRIPT,
  nginx: SETTINGS,
  ini: [['k', '^\\[[^\\]]+\\]'], ...SETTINGS, ['n', '^\\w+(?==)']],
};

const patterns = new Map(
  Object.entries(LANGUAGES).map(([name, rules]) => [
    name,
    new RegExp(rules.map(([, pattern]) => `(${pattern})`).join('|'), 'gm'),
  ]),
);

/** @returns HTML of the code; requests may break before each parameter */
export function colourCode(code, language) {
  const rules = LANGUAGES[language];
  const pattern = patterns.get(language);
  if (rules === undefined || pattern === undefined) return escapeHtml(code);
  let html = '';
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const [text, ...groups] = match;
    const [kind] = rules[groups.findIndex((group) => group !== undefined)];
    html += `${escapeHtml(code.slice(end, match.index))}<i class="${kind}">${escapeHtml(text)}</i>`;
    end = match.index + text.length;
  }
  html += escapeHtml(code.slice(end));
  return language === 'http' ? html.replaceAll('&#38;', '<wbr>&#38;') : html;
}
