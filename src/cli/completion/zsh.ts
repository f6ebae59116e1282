/**
 * The completion script for zsh: commands and options with their descriptions. Everything else is completed as a file name.
 */
import type { CompletedCommand } from './command-table.js';

/** @returns a word with its description, quoted for zsh */
const describe = (word: string, description: string): string =>
  `'${word.replaceAll(':', '\\:')}:${description.replaceAll("'", "'\\''")}'`;

export function zshScript(commands: readonly CompletedCommand[]): string {
  const descriptions = new Map(commands.map(({ path, description }) => [path, description]));
  const cases = commands.map(({ path, children, choices, options }) => {
    const childWords = children.map((child) => describe(child, descriptions.get(`${path} ${child}`.trim()) ?? ''));
    const words = [...childWords, ...choices.map((choice) => describe(choice, ''))];
    const optionWords = options.map(({ name, description }) => describe(name, description));
    return `    '${path}')\n      names=(${words.join(' ')})\n      options=(${optionWords.join('\n        ')})\n      ;;\n`;
  });
  const values = commands.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(
        ({ name, choices }) =>
          `    '${path} ${name}') values=(${choices.map((choice) => `'${choice}'`).join(' ')}) ;;\n`,
      ),
  );
  const parents = commands.filter(({ path, children }) => path !== '' && children.length > 0).map(({ path }) => path);
  return `#compdef stele npx
# Completion of stele for zsh. Written by: stele completion zsh
_stele() {
  local command=''
  local -a names options values
  # "npx stele" is completed as "stele" is.
  if [[ "$words[1]" == npx ]]; then
    if (( CURRENT < 3 )) || [[ "$words[2]" != stele ]]; then _files; return; fi
    shift words
    (( CURRENT-- ))
  fi
  (( CURRENT > 2 )) && command="$words[2]"
  [[ "$command" == help ]] && command=''
  case "$command" in
    ${parents.join('|') || "''"}) (( CURRENT > 3 )) && command="$command $words[3]" ;;
  esac
  case "$command $words[CURRENT-1]" in
${values.join('')}  esac
  case "$command" in
${cases.join('')}  esac
  if (( $#values )); then
    compadd -a values
  elif [[ "$PREFIX" == -* ]]; then
    _describe 'option' options
  elif (( $#names )); then
    _describe 'command' names
  else
    _files
  fi
}
if [ "$funcstack[1]" = "_stele" ]; then _stele "$@"; else compdef _stele stele npx; fi
`;
}
