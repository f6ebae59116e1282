/**
 * Unique fields and default pages of a model, in OpenAPI, the schema of models and TypeScript types.
 */
import { describe, expect, it } from 'vitest';
import { readContentModel } from '../../../src/content/model/index.js';
import { modelSchema, openApi, writeContentTypes } from '../index.js';

const read = readContentModel({
  space: 'site',
  contentTypes: [
    {
      name: 'page',
      fields: [
        { name: 'slug', type: 'text', unique: true },
        { name: 'title', type: 'text' },
        { name: 'menu', type: 'relationship', to: 'page', many: true, page: { limit: 5 } },
        { name: 'blocks', type: 'relationship', to: 'page', many: true },
      ],
    },
  ],
});
if (!('model' in read)) throw new Error(JSON.stringify(read.problems));
const { model } = read;
const text = JSON.stringify(openApi(model, { base: '', profile: '/profile', keys: false, samples: new Map() }));

describe('a model with a unique field and a default page', () => {
  it('OpenAPI › says what the complexity counts, and the default of each relationship', () => {
    const sentence = 'No two items have the same value, so the complexity of a list counts one item';
    expect(text).toContain(`Conditions on \`slug\`. ${sentence}`);
    expect(text).toContain(`Conditions on \`id\`. ${sentence}`);
    expect(text).not.toContain(`Conditions on \`title\`. ${sentence}`);
    expect(text).toContain('The shown items of `menu`; the default of `limit` is 5.');
    expect(text).toContain('The shown items of `blocks`; the default of `limit` is 20.');
    expect(text).toContain('Maximum number of links (default: 5).');
    expect(text).toContain('Maximum number of links (default: 20).');
  });

  it('TypeScript types › the attribute has a comment', () => {
    expect(writeContentTypes(model)).toContain(
      '/** No two items have the same value. */\n  readonly slug: string | null;',
    );
  });

  it('the schema of models › has both options', () => {
    const schema = JSON.stringify(modelSchema());
    expect(schema).toContain('"unique":{"type":"boolean","default":false');
    expect(schema).toContain('"page":{"type":"object"');
  });
});
