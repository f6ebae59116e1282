/**
 * The completion script for bash: commands, options, and values with a fixed list. Everything else is completed as a file name.
 */
import type { CompletedCommand } from './command-table.js';

const caseLines = (entries: readonly (readonly [pattern: string, words: readonly string[]])[]): string =>
  entries
    .filter(([, words]) => words.length > 0)
    .map(([pattern, words]) => `    '${pattern}') words='${words.join(' ')}' ;;\n`)
    .join('');

export function bashScript(commands: readonly CompletedCommand[]): string {
  const parents = commands.filter(({ path, children }) => path !== '' && children.length > 0).map(({ path }) => path);
  const choices = commands.flatMap(({ path, options }) =>
    options.map(({ name, choices }) => [`${path} ${name}`, choices] as const),
  );
  const valueOptions = commands.flatMap(({ path, options }) =>
    options.filter(({ takesValue }) => takesValue).map(({ name }) => `'${path} ${name}'`),
  );
  return `# Completion of stele for bash. Written by: stele completion bash
_stele() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command='' words=''
  # Bash splits --from=csv into three words.
  if [ "$current" = '=' ]; then current=''
  elif [ "$previous" = '=' ]; then previous="\${COMP_WORDS[COMP_CWORD - 2]}"
  fi
  [ "$COMP_CWORD" -gt 1 ] && command="\${COMP_WORDS[1]}"
  [ "$command" = help ] && command=''
  case "$command" in
    ${parents.join('|') || "''"}) [ "$COMP_CWORD" -gt 2 ] && command="$command \${COMP_WORDS[2]}" ;;
  esac
  COMPREPLY=()
  case "$command $previous" in
${caseLines(choices)}    ${valueOptions.join('|')}) return ;;
  esac
  if [ -z "$words" ]; then
    case "$current" in
      -*)
        case "$command" in
${caseLines(commands.map(({ path, options }) => [path, options.map(({ name }) => name)]))}        esac
        ;;
      *)
        case "$command" in
${caseLines(commands.map(({ path, children, choices }) => [path, [...children, ...choices]]))}        esac
        # Files follow the argument that has one of the choices.
        if [ -n "$command" ]; then
          local word
          for word in "\${COMP_WORDS[@]:2:COMP_CWORD-2}"; do
            case " $words " in *" $word "*) words='' ;; esac
          done
        fi
        ;;
    esac
  fi
  [ -n "$words" ] && COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _stele stele
# "npx stele" is completed as "stele" is; another program after npx as its files.
_stele_npx() {
  COMPREPLY=()
  if [ "$COMP_CWORD" -gt 1 ] && [ "\${COMP_WORDS[1]}" = stele ]; then
    COMP_WORDS=("\${COMP_WORDS[@]:1}")
    COMP_CWORD=$((COMP_CWORD - 1))
    _stele
  fi
}
complete -p npx > /dev/null 2>&1 || complete -o default -F _stele_npx npx
`;
}
