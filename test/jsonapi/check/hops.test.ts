/**
 * Conditions on related items: the parameters that apply to one related item, and its types.
 */
import { describe, expect, it } from 'vitest';
import { dependenciesOf, filterOf, problemTexts } from '../parsing.js';

describe('conditions behind a relationship', () => {
  it.each([
    ['one', 'filter[author][name][_eq]=a', 'author{name _eq a}'],
    [
      'two of one item',
      'filter[author][name][_eq]=a&filter[author][title][_eq]=b',
      'author{and(name _eq a, title _eq b)}',
    ],
    [
      'with others between',
      'filter[author][name][_eq]=a&filter[id][_eq]=x&filter[author][title][_eq]=b',
      'and(author{and(name _eq a, title _eq b)}, id _eq x)',
    ],
    [
      'of two items',
      'filter[author][name][_eq]=a&filter[_AND][][author][title][_eq]=b',
      'and(author{name _eq a}, author{title _eq b})',
    ],
    [
      'in alternatives',
      'filter[_OR][0][author][name][_eq]=a&filter[_OR][1][author][name][_eq]=b&filter[_OR][0][author][title][_eq]=c',
      'or(author{and(name _eq a, title _eq c)}, author{name _eq b})',
    ],
    ['none', 'filter[_NOT][0][reviews][text][_eq]=a', 'not(reviews{text _eq a})'],
    [
      'links alone, each for itself',
      'filter[reviews][id][_eq]=a&filter[reviews][id][_eq]=b',
      'and(reviews _eq @a, reviews _eq @b)',
    ],
    [
      'links with another condition',
      'filter[reviews][id][_eq]=a&filter[reviews][text][_eq]=b',
      'reviews{and(id _eq a, text _eq b)}',
    ],
    ['no link to any of these', 'filter[reviews][id][_nin]=a,b', 'reviews _nin @a|@b'],
    [
      'no link to any of these, with another condition before and behind',
      'filter[reviews][text][_eq]=a&filter[reviews][id][_nin]=b&filter[reviews][id][_exists]=true',
      'and(reviews _nin @b, reviews{and(text _eq a, id _exists true)})',
    ],
    [
      'no link to any of these, with a link to one of others that meets a condition',
      'filter[reviews][id][_nin]=a&filter[reviews][id][_in]=b,c&filter[reviews][text][_eq]=d',
      'and(reviews _nin @a, reviews{and(id _in b|c, text _eq d)})',
    ],
    [
      'no link to any of these, to-one',
      'filter[author][id][_nin]=a&filter[author][name][_neq]=b',
      'and(author _nin @a, author{name _neq b})',
    ],
    [
      'no link to any of these further on, of the item that also meets the other conditions',
      'filter[author][books][id][_nin]=a&filter[author][name][_eq]=b&filter[author][books][title][_eq]=c',
      'author{and(books _nin @a, books{title _eq c}, name _eq b)}',
    ],
    [
      'no link to any of these, in an alternative',
      'filter[_OR][0][reviews][id][_nin]=a&filter[_OR][0][reviews][text][_eq]=b&filter[_OR][1][reviews][text][_eq]=c',
      'or(and(reviews _nin @a, reviews{text _eq b}), reviews{text _eq c})',
    ],
    [
      'no link to any of these, negated',
      'filter[_NOT][0][reviews][id][_nin]=a&filter[_NOT][0][reviews][text][_eq]=b',
      'not(and(reviews _nin @a, reviews{text _eq b}))',
    ],
    [
      'one related item with another id',
      'filter[reviews][id][_neq]=a&filter[reviews][text][_nin]=b',
      'reviews{and(id _neq a, text _nin b)}',
    ],
    ['another operator of the id', 'filter[author][id][_startsWith]=a', 'author{id _startsWith a}'],
    [
      'whether there is one',
      'filter[author][_exists]=false&filter[author][name][_eq]=a',
      'and(author _exists false, author{name _eq a})',
    ],
    [
      'further',
      'filter[author][country][name][_eq]=a&filter[author][country][id][_eq]=b&filter[author][name][_in]=c,d',
      'author{and(country{and(name _eq a, id _eq b)}, name _in c|d)}',
    ],
    ['three, to the link', 'filter[reviews][writer][country][id][_eq]=a', 'reviews{writer{country _eq @a}}'],
    ['whether there is one further on', 'filter[author][country][_exists]=true', 'author{country _exists true}'],
  ])('%s › is this tree', (_, search, expected) => {
    expect(filterOf(search)).toBe(expected);
  });

  it.each([
    ['a type', 'filter[items][type][_eq]=author&filter[items][name][_eq]=a', 'items{type author, name _eq a}'],
    [
      'a type and no link to any of these, whatever its type',
      'filter[items][type][_eq]=author&filter[items][id][_nin]=a',
      'and(items _nin @a, items{type author})',
    ],
    ['a type alone', 'filter[items][type][_eq]=book', 'items{type book}'],
    ['what all types have', 'filter[items][title][_eq]=a', 'items{title _eq a}'],
  ])('of several types, %s › is this tree', (_, search, expected) => {
    expect(filterOf(search, '/shelf')).toBe(expected);
  });

  it('of several types, a field that one type lacks › is refused with the form to name a type', () => {
    expect(problemTexts('/shelf', 'filter[items][name][_eq]=a')).toEqual([
      expect.stringContaining('Of these types, book has no field "name".'),
    ]);
    expect(problemTexts('/shelf', 'filter[items][name][_eq]=a')).toEqual([
      expect.stringContaining('Or name one type: filter[items][type][_eq]=<type>.'),
    ]);
    expect(problemTexts('/shelf', 'filter[items][type][_eq]=author&filter[items][type][_eq]=book')).toEqual([
      expect.stringContaining('"book" is a second type'),
    ]);
  });

  it('an answer › depends on the relationship and on the fields behind it', () => {
    const keys = dependenciesOf('/book', 'filter[author][country][name][_neq]=a&filter[author][name][_neq]=b');
    expect(keys).toEqual([':all', 'book', 'book:author', 'author:country', 'country:name', 'author:name']);
    expect(dependenciesOf('/book', 'sort=author.country.name')).toEqual([
      ':all',
      'book',
      'book:author',
      'author:country',
      'country:name',
    ]);
  });
});
