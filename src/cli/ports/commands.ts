/**
 * Commands that add-ons bring.
 */
import type { CommandUnknownOpts } from 'commander';
import { ADD_ONS, type AddOnName, hasFunctions, isAddOnName, loadPart, missingAddOn } from '../../addons/index.js';
import type { CommandIo } from '../io.js';

export type CreateCommand = (io: CommandIo) => CommandUnknownOpts;

/** `commands` of a door, by name. Each loads its own code, so that a door is light. */
export type AddOnCommands = Readonly<Record<string, () => Promise<CreateCommand>>>;

/** @returns the add-on that brings a command, if one does */
export const addOnOf = (command: string): AddOnName | undefined =>
  Object.keys(ADD_ONS)
    .filter(isAddOnName)
    .find((name) => ADD_ONS[name].commands.some((own) => own === command));

/** @returns undefined if this installation does not have the add-on */
export async function loadCommand(addOn: AddOnName, name: string): Promise<CreateCommand | undefined> {
  const isCommands = (value: unknown): value is AddOnCommands => hasFunctions(value, ADD_ONS[addOn].commands);
  const commands = await loadPart(addOn, 'commands', isCommands);
  return commands?.[name]?.();
}

/** @param name of a command that an add-on brings */
export const missingCommand = (name: string): Error => missingAddOn(addOnOf(name) ?? 'import', `stele ${name}`);
