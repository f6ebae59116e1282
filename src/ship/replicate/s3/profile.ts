/**
 * What the usual files of AWS programs say: credentials, region and endpoint of a profile.
 */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { codeOf, OperationError, reasonOf } from '../../../content/errors/index.js';

export type Environment = Readonly<Record<string, string | undefined>>;

type Section = ReadonlyMap<string, string>;

/** @returns the settings of each section; indented lines, which belong to what we do not read, are passed over */
export function readSections(text: string): ReadonlyMap<string, Section> {
  const sections = new Map<string, Map<string, string>>();
  let current = new Map<string, string>();
  for (const each of text.split(/\r?\n/)) {
    const line = each.trimEnd();
    const head = /^\[(.+)\]$/.exec(line)?.[1]?.trim();
    if (head !== undefined) {
      current = sections.get(head) ?? new Map();
      sections.set(head, current);
      continue;
    }
    const [, key, value] = /^([A-Za-z0-9_]+)\s*=(.*)$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) current.set(key.toLowerCase(), value.trim());
  }
  return sections;
}

function sectionsIn(path: string): ReadonlyMap<string, Section> {
  try {
    return readSections(readFileSync(path, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return new Map();
    throw new OperationError(
      `${path} cannot be read: ${reasonOf(error)}. Let this user read it, or give another file.`,
    );
  }
}

/** @returns what the files say of the profile, by the names they use; the credentials file comes first */
export function readProfile(env: Environment): ReadonlyMap<string, string> {
  const folder = join(env['HOME'] ?? homedir(), '.aws');
  const profile = env['AWS_PROFILE'] || 'default';
  const config = sectionsIn(env['AWS_CONFIG_FILE'] || join(folder, 'config'));
  const credentials = sectionsIn(env['AWS_SHARED_CREDENTIALS_FILE'] || join(folder, 'credentials'));
  const inConfig = config.get(profile === 'default' ? profile : `profile ${profile}`);
  return new Map([...(inConfig ?? []), ...(credentials.get(profile) ?? [])]);
}
