/**
 * The validators and generators in `addons/describe/test/tools`, installed by `npm run describe:install`.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isThere } from '../../../../testing/is-there.js';
import type { Schema } from '../../index.js';

const folder = new URL('.', import.meta.url);
const require = createRequire(new URL('package.json', folder));

/** Whether they are installed; says so where not. */
export const areToolsThere = (): boolean =>
  isThere(
    existsSync(new URL('node_modules/openapi-typescript', folder)),
    'The tools that check descriptions are not installed, so they are not checked: npm run describe:install installs them.',
  );

interface Validate {
  (value: unknown): boolean;
  readonly errors?: unknown;
}
interface Ajv {
  addKeyword(keyword: string): Ajv;
  addSchema(schema: Schema, key: string): Ajv;
  compile(schema: Schema): Validate;
}

/** @returns a validator of JSON Schema 2020-12 that refuses unknown keywords, but for those of OpenAPI */
export function strictAjv(): Ajv {
  const { default: Ajv2020 }: { default: new (options: object) => Ajv } = require('ajv/dist/2020.js');
  const { default: addFormats }: { default: (ajv: Ajv) => void } = require('ajv-formats');
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false, ownProperties: true });
  addFormats(ajv);
  return ajv.addKeyword('components');
}

interface Validated {
  readonly valid: boolean;
  readonly errors?: unknown;
}

/** @returns what a strict validator of OpenAPI says */
export async function validateOpenApi(document: Schema): Promise<Validated> {
  const { Validator }: { Validator: new () => { validate(given: unknown): Promise<Validated> } } = await import(
    require.resolve('@seriousme/openapi-schema-validator')
  );
  return new Validator().validate(JSON.parse(JSON.stringify(document)));
}

interface LintProblem {
  readonly ruleId: string;
  readonly severity: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}
interface Linter {
  createConfig(config: object): Promise<unknown>;
  lintFromString(given: { source: string; absoluteRef: string; config: unknown }): Promise<readonly LintProblem[]>;
}

/** @returns the problems and warnings of Redocly's linter under its recommended rules, one a line */
export async function lintOpenApi(document: Schema): Promise<readonly string[]> {
  const { createConfig, lintFromString }: Linter = await import(require.resolve('@redocly/openapi-core'));
  const config = await createConfig({ extends: ['recommended'], rules: { 'no-invalid-parameter-examples': 'error' } });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return problems.map(
    ({ ruleId, severity, message, location }) => `${severity} ${ruleId}: ${message} ${location[0]?.pointer ?? ''}`,
  );
}

/** Where the programs are. */
export const OPENAPI_TYPESCRIPT = fileURLToPath(new URL('node_modules/openapi-typescript/bin/cli.js', folder));
export const TSC = fileURLToPath(new URL('node_modules/typescript/bin/tsc', folder));
export const HEY_API = fileURLToPath(new URL('node_modules/@hey-api/openapi-ts/bin/run.js', folder));
export const ORVAL = fileURLToPath(new URL('node_modules/orval/dist/bin/orval.mjs', folder));
/** Where generated clients find what they import. */
export const TOOL_MODULES = fileURLToPath(new URL('node_modules', folder));
