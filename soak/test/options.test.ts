import { afterEach, describe, expect, it, vi } from 'vitest';
import { OperationError } from '../../src/content/errors/index.js';
import { runSoak } from '../options.js';

const codeBefore = process.exitCode;

describe('runSoak', () => {
  afterEach(() => {
    process.exitCode = codeBefore;
    vi.restoreAllMocks();
  });

  it('what keeps it from running › is told, without a trace, and ends with 1', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    await runSoak(() => Promise.reject(new OperationError('no snapshot there')));
    expect(printed.mock.calls).toEqual([['no snapshot there']]);
    expect(process.exitCode).toBe(1);
  });

  it('a mistake of ours › is thrown', async () => {
    await expect(runSoak(() => Promise.reject(new TypeError('ours')))).rejects.toThrow('ours');
  });
});
