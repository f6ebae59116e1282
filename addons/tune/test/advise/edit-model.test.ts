/**
 * Tests of editModel: sets keys in the text of model.json and leaves all other characters unchanged.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '../../../../testing/amount.js';
import { editModel } from '../../advise/edit-model.js';
import { changeModel } from '../../advise/index.js';

const change = (type: string, field: string, keys: Record<string, boolean>) => ({ type, field, keys });

describe('editModel', () => {
  it('one field on each line › adds the keys on the same line', () => {
    const text = `{
  "space": "s",
  "contentTypes": [
    { "name": "a", "fields": [
      { "name": "title", "type": "text", "search": {"weight": 3} },
      {"name":"price","type":"decimal","precision":2}
    ] }
  ]
}
`;
    const edited = editModel(text, [
      change('a', 'title', { contains: false, endsWith: false }),
      change('a', 'price', { sort: false }),
    ]);
    expect(edited).toBe(
      text
        .replace('"search": {"weight": 3} }', '"search": {"weight": 3}, "contains": false, "endsWith": false }')
        .replace('"precision":2}', '"precision":2, "sort": false}'),
    );
  });

  it('one member on each line, tabs, carriage returns › adds the keys in the same form', () => {
    const text =
      '{\r\n\t"space": "s",\r\n\t"contentTypes": [{\r\n\t\t"name": "a",\r\n\t\t"fields": [{\r\n\t\t\t"name": "t",\r\n\t\t\t"type": "text"\r\n\t\t}]\r\n\t}]\r\n}';
    expect(editModel(text, [change('a', 't', { filter: false, sort: false })])).toBe(
      text.replace('"type": "text"', '"type": "text",\r\n\t\t\t"filter": false,\r\n\t\t\t"sort": false'),
    );
  });

  it('an existing key, a byte order mark, escapes › changes only the value', () => {
    const text =
      '\ufeff{"space":"s","contentTypes":[{"name":"a","label":"\\u00e9 \\/ \\" #","fields":[{"name":"t","type":"text","fold":true,"label":"x: - y"}]}]}';
    expect(editModel(text, [change('a', 't', { fold: false })])).toBe(text.replace('"fold":true', '"fold":false'));
  });

  it('any model with any white space › the text of the model with the keys', () => {
    const name = fc.constantFrom('a', 'b', 'c-1', 'true', 'null');
    const field = fc.record(
      { name, type: fc.constant('text'), label: fc.string(), sort: fc.boolean() },
      { requiredKeys: ['name', 'type'] },
    );
    const model = fc.record({
      contentTypes: fc.uniqueArray(
        fc.record({ name, fields: fc.uniqueArray(field, { selector: (one) => one.name, minLength: 1 }) }),
        { selector: (one) => one.name, minLength: 1 },
      ),
      space: fc.string(),
    });
    fc.assert(
      fc.property(model, fc.constantFrom(undefined, 1, 2, '\t'), (given, spaces) => {
        const [type] = given.contentTypes;
        const changes = (type?.fields ?? []).map((one) =>
          change(type?.name ?? '', one.name, { sort: false, contains: false }),
        );
        const edited = editModel(JSON.stringify(given, undefined, spaces), changes);
        expect(JSON.parse(edited)).toEqual(changeModel(given, changes));
      }),
      { numRuns: amount(100, 20) },
    );
  });

  it('a text that is not JSON, and an unknown field › unchanged, without an error', () => {
    expect(() => editModel('{"contentTypes": [', [change('a', 't', { sort: false })])).not.toThrow();
    expect(() =>
      editModel('{"contentTypes":[{"name":"a","fields":[{"name":"t","type":"text"}],"name":"a"}]}', [
        change('a', 'gone', { sort: false }),
      ]),
    ).not.toThrow();
  });
});
