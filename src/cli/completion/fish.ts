/**
 * The completion script for fish: commands and options with their descriptions, and values with a fixed list.
 */
import type { CompletedCommand } from './command-table.js';

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** @returns a condition of fish: the words on the line begin with this command */
function condition(path: string): string {
  if (path === '') return quote('__fish_use_subcommand');
  return quote(
    path
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and '),
  );
}

/** `npx stele` is completed as `stele` is. */
const NPX = `complete -c npx -n '__fish_seen_subcommand_from stele' -f -a '(complete -C (commandline -cp | string replace -r "^\\s*npx\\s+" ""))'
`;

export function fishScript(commands: readonly CompletedCommand[]): string {
  const descriptions = new Map(commands.map(({ path, description }) => [path, description]));
  const lines = commands.flatMap(({ path, children, choices, options }) => {
    const when = `complete -c stele -n ${condition(path)}`;
    const childLines = children.map((child) => {
      const description = descriptions.get(`${path} ${child}`.trim()) ?? 'display help for command';
      return `${when} -f -a ${child} -d ${quote(description)}`;
    });
    const choiceLines = choices.length === 0 ? [] : [`${when} -f -a ${quote(choices.join(' '))}`];
    const optionLines = options.map((option) => {
      const values = option.choices.length === 0 ? '' : ` -f -a ${quote(option.choices.join(' '))}`;
      const value = option.takesValue ? ` -r${values}` : '';
      return `${when} -l ${option.name.replace(/^-+/, '')}${value} -d ${quote(option.description)}`;
    });
    return [...childLines, ...choiceLines, ...optionLines];
  });
  return `# Completion of stele for fish. Written by: stele completion fish\n${lines.join('\n')}
${NPX}`;
}
