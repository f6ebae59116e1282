import { describe, expect, it } from 'vitest';
import { minimised } from '../../requests/minimise.js';

describe('minimised', () => {
  it('a text that fails because of two distant characters › keeps only these two', async () => {
    const text = `${'a'.repeat(500)}[${'b'.repeat(700)}%${'c'.repeat(300)}`;
    expect(await minimised(text, (part) => part.includes('[') && part.includes('%'))).toBe('[%');
  });

  it('a text whose every character is needed › is unchanged', async () => {
    expect(await minimised('filter', (part) => part === 'filter')).toBe('filter');
  });

  it('a failure of every text › becomes the empty text', async () => {
    expect(await minimised('abc', () => true)).toBe('');
  });
});
