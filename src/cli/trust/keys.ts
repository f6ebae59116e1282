/**
 * `stele keys`: the keys that snapshots are signed with.
 */
import { Command } from 'commander';
import { makeKeys } from '../../trust/index.js';
import { path } from '../arguments.js';
import type { CommandIo } from '../io.js';

const examples = `
The private key stays with the builder; replicas are given the public one, which is printed and stands in <file>.pub.

Examples:
  $ stele keys new ./signing.key
  $ stele build ./export --out ./snapshots --sign ./signing.key
  $ stele serve ./snapshots --follow s3://bucket/content --trust ./signing.key.pub`;

export function keysCommand(io: CommandIo): Command {
  const create = new Command('new')
    .description('make a pair of keys to sign snapshots with')
    .argument('<file>', 'new file for the private key; the public one gets the same name with .pub', path)
    .action(async (file: string) => {
      const { text, name } = await makeKeys(file);
      io.stderr.write(`private key: ${file} (keep it to yourself)\npublic key ${name}: ${file}.pub\n`);
      io.stdout.write(`${text}\n`);
    });
  return new Command('keys')
    .description('make keys to sign snapshots with')
    .addCommand(create)
    .addHelpText('after', examples);
}
