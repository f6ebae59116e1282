/**
 * What a build tool of Ember does, for Node: finds Ember's modules in their package, and answers its questions of the
 * build. Nothing of Ember or of Ember Data is changed.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const packages = new URL('../node_modules/ember-source/dist/prod/packages/', import.meta.url);
const macros = new URL('macros.mjs', import.meta.url).href;

export async function resolve(specifier, context, next) {
  if (specifier === '@embroider/macros') return { url: macros, format: 'module', shortCircuit: true };
  if (!/^@(?:ember|glimmer)\//.test(specifier)) return next(specifier, context);
  const found = ['/index.js', '.js']
    .map((ending) => new URL(specifier + ending, packages))
    .find((url) => existsSync(fileURLToPath(url)));
  return found === undefined ? next(specifier, context) : { url: found.href, format: 'module', shortCircuit: true };
}
