/**
 * Shown JSON against documents: the comparison that the examples rest on must be able to fail.
 */
import { describe, expect, it } from 'vitest';
import { difference, matchesText, parseShown } from './elision.js';
import { spelledOut } from './examples.js';

const document = { a: 1, b: { c: 'the long text', d: [1, 2, 3, 4] }, e: null };
const compare = (shown: string): string | undefined => difference(parseShown(shown), document);

describe('a document as shown', () => {
  it.each([
    ['whole', '{"a":1,"b":{"c":"the long text","d":[1,2,3,4]},"e":null}'],
    ['members left out at the end', '{"a": 1, … }'],
    ['members left out at the beginning', '{ …, "e": null }'],
    ['members left out in the middle', '{ "a": 1, …, "e": null }'],
    ['all members left out', '{ … }'],
    ['members left out on both sides', '{ …, "b": { … }, … }'],
    ['elements left out at the end', '{ …, "b": { …, "d": [1, 2, … ] }, … }'],
    ['elements left out in the middle', '{ …, "b": { …, "d": [1, …, 4] }, … }'],
    ['elements left out around one', '{ …, "b": { …, "d": [ …, 3, … ] }, … }'],
    ['a string cut', '{ …, "b": { "c": "the … text", … }, … }'],
  ])('%s › no difference', (_, shown) => {
    expect(compare(shown)).toBeUndefined();
  });

  it.each([
    ['another value', '{ "a": 2, … }', 'document.a'],
    ['another value, deeper', '{ …, "b": { "c": "the short text", … }, … }', 'document.b.c'],
    ['a member that is not there', '{ "a": 1, …, "f": 1 }', 'document'],
    ['a member that is not shown', '{ "a": 1, "e": null }', 'document'],
    ['members in another order', '{ "e": null, … }', 'document'],
    ['an elision that leaves nothing out', '{ "a": 1, "b": { … }, "e": null, … }', 'document'],
    ['elements in another order', '{ …, "b": { …, "d": [2, 1, … ] }, … }', 'document.b.d'],
    ['an element that is not shown', '{ …, "b": { …, "d": [1, 2, 3] }, … }', 'document.b.d'],
    ['an elision of no element', '{ …, "b": { …, "d": [1, 2, …, 3, 4] }, … }', 'document.b.d'],
    ['a number for a text', '{ …, "b": { "c": 1, … }, … }', 'document.b.c'],
    ['an object for null', '{ …, "e": { … } }', 'document.e'],
    ['a string cut elsewhere', '{ …, "b": { "c": "the … texts", … }, … }', 'document.b.c'],
  ])('%s › a difference with its position', (_, shown, place) => {
    expect(compare(shown)?.startsWith(`${place}: `)).toBe(true);
  });

  it('brackets and quotes inside strings › are not treated as structure', () => {
    const shown = parseShown('{"x": "a \\"{…\\" b", "y": […]}');
    expect(difference(shown, { x: 'a "{z" b', y: [1] })).toBeUndefined();
    expect(difference(shown, { x: 'a "{" b', y: [1] })).toBeDefined();
  });

  it('a text with pattern characters › is compared literally', () => {
    expect(matchesText('a.b (c) …', 'a.b (c) d')).toBe(true);
    expect(matchesText('a.b', 'axb')).toBe(false);
  });
});

describe('a request as shown', () => {
  it('… after a letter › repeats the letter; after & › repeats the parameter', () => {
    expect(spelledOut('GET /a?b=x…&c')).toMatch(/^GET \/a\?b=x{40001}&c$/);
    expect(spelledOut('GET /a?z&b=1&…')).toMatch(/^GET \/a\?z(&b=1){65}$/);
    expect(spelledOut('GET /a')).toBe('GET /a');
  });
});
