/**
 * `stele openapi`: prints the OpenAPI description that a server has at `/openapi.json`, without starting a server.
 */

import { Command, type CommandUnknownOpts, Option } from 'commander';
import { type CommandIo, parsePath, parserOf } from '../../../src/cli/index.js';
import { OperationError } from '../../../src/content/errors/index.js';
import { diskFiles } from '../../../src/format/files/index.js';
import { checkPublicUrl, DEFAULT_BASE, PROFILE_PATH } from '../../../src/server/index.js';
import { openApi } from '../openapi/document.js';
import { FILTER_AMOUNTS } from '../openapi/filters.js';
import { findTypes } from '../openapi/variant.js';
import { readModel } from './read-model.js';

const examples = `
The description has exactly the parameters, operators, fields and errors that the content model allows. A server has the same
description at /openapi.json, or at /<space>/openapi.json if it serves several spaces, with examples from its content.

Examples:
  $ stele openapi ./snapshots > openapi.json
  $ stele openapi ./snapshots --type book,author --filters few
  $ stele openapi ./export --public-url https://cdn.example/content
  $ npx openapi-typescript openapi.json --output content-api.d.ts`;

export function openApiCommand(io: CommandIo): CommandUnknownOpts {
  return new Command('openapi')
    .description('print the OpenAPI 3.1 description of the delivery API')
    .argument('<folder>', 'folder of snapshots, or an export', parsePath)
    .option('--public-url <url>', 'public address of the server, as given to serve', parserOf(checkPublicUrl))
    .option('--space <name>', 'name of the space, if the server has several')
    .option('--type <names>', 'only the endpoints of these content types, separated by commas')
    .addOption(
      new Option(
        '--filters <amount>',
        'all filters, or few: a quarter of the size, for the lists, items and searches of a site',
      )
        .choices(FILTER_AMOUNTS)
        .default('all' as const),
    )
    .option('--keys', 'describe a server that requires a key for each request', false)
    .addHelpText('after', examples)
    .action(async (folder: string, { publicUrl = '', space, keys, type: names, filters }) => {
      const model = await readModel(diskFiles, folder);
      const types = names === undefined ? undefined : findTypes(model, names);
      if (typeof types === 'string') throw new OperationError(types);
      const prefix = space === undefined ? '' : `/${space}`;
      const base = `${publicUrl}${prefix}${DEFAULT_BASE}`;
      const options = { base, profile: `${publicUrl}${PROFILE_PATH}`, keys, types, filters };
      io.stdout.write(`${JSON.stringify(openApi(model, options), undefined, 2)}\n`);
    });
}
