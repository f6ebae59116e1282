import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { missingLibrary, reportFailure } from '../../src/cli/failure.js';
import { stele } from '../../testing/cli/stele.js';

/** What Node throws where a package is not there. */
async function notThere(name: string): Promise<unknown> {
  try {
    return await import(name);
  } catch (error) {
    return error;
  }
}

const named = (message: string): Error => Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });

describe('a library that is not installed', () => {
  it("Node's error › is recognised by its code", async () => {
    expect(await notThere(['stele-no-such', 'library'].join('-'))).toMatchObject({ code: 'ERR_MODULE_NOT_FOUND' });
  });

  it.each([
    ["Cannot find package 'csv-parse' imported from /x/csv.js", 'csv-parse'],
    ["Cannot find package 'mdast-util-to-markdown' imported from /x/y.js", 'mdast-util-to-markdown'],
    ["Cannot find module '/x/y.js' imported from /x/z.js", undefined],
  ])('%s › %s', (message, name) => {
    expect(missingLibrary(named(message))).toBe(name);
  });

  it('a command › names the library and says how to install it', () => {
    const stderr = new PassThrough();
    const io = { stdout: new PassThrough(), stderr, env: {}, untilStopped: () => Promise.resolve() };
    const code = reportFailure(named("Cannot find package 'yaml' imported from /x/y.js"), io);
    expect(code).toBe(1);
    expect(String(stderr.read())).toBe(
      'stele: this command needs the optional library "yaml", which is not installed. Install the optional libraries too: run npm ci without --omit=optional.\n',
    );
  });
});

describe('stele pull from a port without a program', () => {
  it('a refused connection › says what to do', async () => {
    const { code, stderr } = await stele(['pull', 'http://127.0.0.1:1', '--out', 'nothing']);
    expect(code).toBe(1);
    expect(stderr).toContain('no program listens there; start it, or check the host and port (ECONNREFUSED)');
  });
});
