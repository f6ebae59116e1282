/**
 * `stele keys`: keys with which clients read, and keys that sign snapshots.
 */
import { Command, type CommandUnknownOpts } from 'commander';
import { makeKeys } from '../../ship/trust/index.js';
import { parsePath } from '../arguments.js';
import type { CommandIo } from '../io.js';
import { addCommand, listCommand, revokeCommand } from './access.js';

const examples = `
There are two kinds of keys, in separate files:

Access keys decide which clients may read. add, list and revoke change one file, and stele serve --keys follows its changes.
The file has only hashes: the secret that add prints is for the client, and cannot be printed again.

Signing keys prove who has built a snapshot. new creates a pair: the private key stays with the builder; the public key, which
is printed and written to <file>.pub, is for the replicas.

Examples:
  $ stele keys add ./access.json website --space shop --expires 2027-12-31 --rate 50
  $ stele keys list ./access.json
  $ stele serve ./snapshots --keys ./access.json
  $ stele keys revoke ./access.json website

  $ stele keys new ./signing.key
  $ stele build ./export --out ./snapshots --sign ./signing.key
  $ stele serve ./snapshots --follow s3://bucket/content --trust ./signing.key.pub`;

const newExamples = `
Examples:
  $ stele keys new ./signing.key
  $ stele build ./export --out ./snapshots --sign ./signing.key`;

export function keysCommand(io: CommandIo): CommandUnknownOpts {
  const create = new Command('new')
    .description('create a pair of keys for signing snapshots')
    .argument('<file>', 'new file for the private key; the public key is written to the same name with .pub', parsePath)
    .addHelpText('after', newExamples)
    .action(async (file: string) => {
      const { text, name } = await makeKeys(file);
      io.stderr.write(`private key: ${file} (keep it secret)\npublic key ${name}: ${file}.pub\n`);
      io.stdout.write(`${text}\n`);
    });
  return new Command('keys')
    .description('manage the keys with which clients read, and create keys that sign snapshots')
    .addCommand(addCommand(io))
    .addCommand(listCommand(io))
    .addCommand(revokeCommand(io))
    .addCommand(create)
    .addHelpText('after', examples);
}
