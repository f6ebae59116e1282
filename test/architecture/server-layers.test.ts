import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { SERVER_LAYERS } from './server-layers.js';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../src/server');

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

/** Relative imports of a file, of types too, as paths from `src/server`; those of other rooms are left out. */
const importsOf = (file: string): readonly string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g)]
    .map((match) => join(dirname(file), match[1] ?? ''))
    .filter((path) => !path.startsWith('..'));

/** Which folders each folder imports. */
const importedBy = new Map<string, Set<string>>();
for (const file of files) {
  const folder = dirname(file);
  const imported = importedBy.get(folder) ?? new Set();
  for (const target of importsOf(file)) if (dirname(target) !== folder) imported.add(dirname(target));
  importedBy.set(folder, imported);
}

describe('layers of src/server', () => {
  it('every folder › is a layer of the table', () => {
    expect(files.length).toBeGreaterThan(50);
    expect([...importedBy.keys()].sort()).toEqual(Object.keys(SERVER_LAYERS).sort());
  });

  it.each(Object.entries(SERVER_LAYERS))(
    '%s › imports the layers that the table names, and no others',
    (layer, lower) => {
      expect([...(importedBy.get(layer) ?? [])].sort()).toEqual([...lower].sort());
    },
  );

  it('every layer › imports only layers below it', () => {
    const order = Object.keys(SERVER_LAYERS);
    const upward = Object.entries(SERVER_LAYERS).flatMap(([layer, lower]) =>
      lower.filter((name) => !order.slice(0, order.indexOf(layer)).includes(name)).map((name) => `${layer} → ${name}`),
    );
    expect(upward).toEqual([]);
  });

  it('the test itself › sees an import of another layer', () => {
    expect(importsOf('wire/watched-response.ts')).toContain('spaces/request-target.js');
  });
});
