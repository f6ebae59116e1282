/**
 * The settings of an AWS profile, from the usual files: credentials, region and endpoint.
 */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { codeOf, OperationError } from '../../../content/errors/index.js';
import { explainPathFailure } from '../../../format/files/index.js';

export type Environment = Readonly<Record<string, string | undefined>>;

type Section = ReadonlyMap<string, string>;

/** @returns the settings of each section; indented lines are skipped, as they belong to nested settings */
export function readSections(text: string): ReadonlyMap<string, Section> {
  const sections = new Map<string, Map<string, string>>();
  let current = new Map<string, string>();
  for (const rawLine of text.split(/\r?\n/)) {
    const line = rawLine.trimEnd();
    const sectionName = /^\[(.+)\]$/.exec(line)?.[1]?.trim();
    if (sectionName !== undefined) {
      current = sections.get(sectionName) ?? new Map();
      sections.set(sectionName, current);
      continue;
    }
    const [, key, value] = /^([A-Za-z0-9_]+)\s*=(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) current.set(key.toLowerCase(), value.trim());
  }
  return sections;
}

function readSectionsFile(path: string): ReadonlyMap<string, Section> {
  try {
    return readSections(readFileSync(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return new Map();
    throw new OperationError(
      `${path} cannot be read: ${explainPathFailure(error, path)}. Allow this user to read it, or name another file.`,
    );
  }
}

/** @returns the settings of the profile by name; the credentials file overrides the configuration file */
export function readProfile(env: Environment): ReadonlyMap<string, string> {
  const folder = join(env['HOME'] ?? homedir(), '.aws');
  const profile = env['AWS_PROFILE'] || 'default';
  const config = readSectionsFile(env['AWS_CONFIG_FILE'] || join(folder, 'config'));
  const credentials = readSectionsFile(env['AWS_SHARED_CREDENTIALS_FILE'] || join(folder, 'credentials'));
  const configSettings = config.get(profile === 'default' ? profile : `profile ${profile}`);
  return new Map([...(configSettings ?? []), ...(credentials.get(profile) ?? [])]);
}
