/**
 * Commands of add-ons: which add-on has a command, and loading it.
 */
import type { CommandUnknownOpts } from 'commander';
import { ADD_ONS, type AddOnName, hasFunctions, isAddOnName, loadPart, missingAddOn } from '../../addons/index.js';
import type { CommandIo } from '../io.js';

export type CreateCommand = (io: CommandIo) => CommandUnknownOpts;

/** The export `commands` of an add-on's `index.ts`, by name. Each function loads the code of its command. */
export type AddOnCommands = Readonly<Record<string, () => Promise<CreateCommand>>>;

/** @returns the add-on that has the command; undefined if none has it */
export const addOnFor = (command: string): AddOnName | undefined =>
  Object.keys(ADD_ONS)
    .filter(isAddOnName)
    .find((addOn) => ADD_ONS[addOn].commands.some((name) => name === command));

/** @returns undefined if the add-on is not installed */
export async function loadCommand(addOn: AddOnName, name: string): Promise<CreateCommand | undefined> {
  const isCommands = (value: unknown): value is AddOnCommands => hasFunctions(value, ADD_ONS[addOn].commands);
  const commands = await loadPart(addOn, 'commands', isCommands);
  return commands?.[name]?.();
}

/** @param name a command of an add-on that is not installed. The add-on `import` stands for commands that no add-on has. */
export const missingCommand = (name: string): Error => missingAddOn(addOnFor(name) ?? 'import', `stele ${name}`);
