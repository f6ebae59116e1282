import { afterEach, describe, expect, it, vi } from 'vitest';
import { OperationError } from '../../src/content/errors/index.js';
import { runSoak } from '../options.js';

const codeBefore = process.exitCode;

describe('runSoak', () => {
  afterEach(() => {
    process.exitCode = codeBefore;
    vi.restoreAllMocks();
  });

  it('a missing requirement › is reported without a stack, with exit code 1', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    await runSoak(() => Promise.reject(new OperationError('no snapshot there')));
    expect(printed.mock.calls).toEqual([['no snapshot there']]);
    expect(process.exitCode).toBe(1);
  });

  it('an internal error › is thrown', async () => {
    await expect(runSoak(() => Promise.reject(new TypeError('ours')))).rejects.toThrow('ours');
  });
});
