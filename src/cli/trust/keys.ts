/**
 * `stele keys`: the keys that clients read with, and those that snapshots are signed with.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { makeKeys } from '../../ship/trust/index.js';
import { parsePath } from '../arguments.js';
import type { CommandIo } from '../io.js';
import { addCommand, listCommand, revokeCommand } from './access.js';

const examples = `
Two kinds of keys, in files of their own:

Keys to read with say which clients may read. add, list and revoke keep them in one file, which stele serve --keys follows.
The file has no secrets, only their hashes: the secret that add prints is for the client, and cannot be shown again.

Keys to sign with say who has built a snapshot. new makes a pair: the private key stays with the builder; replicas are given
the public one, which is printed and stands in <file>.pub.

Examples:
  $ stele keys add ./access.json website --space shop --expires 2027-12-31 --rate 50
  $ stele keys list ./access.json
  $ stele serve ./snapshots --keys ./access.json
  $ stele keys revoke ./access.json website

  $ stele keys new ./signing.key
  $ stele build ./export --out ./snapshots --sign ./signing.key
  $ stele serve ./snapshots --follow s3://bucket/content --trust ./signing.key.pub`;

export function keysCommand(io: CommandIo): CommandUnknownOpts {
  const create = new Command('new')
    .description('make a pair of keys to sign snapshots with')
    .argument('<file>', 'new file for the private key; the public key goes to the same name with .pub', parsePath)
    .action(async (file: string) => {
      const { text, name } = await makeKeys(file);
      io.stderr.write(`private key: ${file} (keep it secret)\npublic key ${name}: ${file}.pub\n`);
      io.stdout.write(`${text}\n`);
    });
  return new Command('keys')
    .description('keys that clients read with, and keys that snapshots are signed with')
    .addCommand(addCommand(io))
    .addCommand(listCommand(io))
    .addCommand(revokeCommand(io))
    .addCommand(create)
    .addHelpText('after', examples);
}
