import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readHttpResults, writeHttpResults } from '../../../bench/http/results.js';
import { temporaryFolders } from '../../../testing/folder.js';
import { fabricatedHttp } from './fabricated.js';

const newFolder = temporaryFolders();

describe('results of HTTP runs', () => {
  it('written and read › equal results, fewest items first; files of the engine are ignored', () => {
    const folder = newFolder();
    const results = [fabricatedHttp(100_000), fabricatedHttp(20_000)];
    for (const one of results) writeHttpResults(folder, one);
    writeFileSync(join(folder, 'engine-5.json'), '{}');
    expect(readHttpResults(folder)).toEqual([results[1], results[0]]);
  });

  it('a file of that name with other content › is refused by name', () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'http-5.json'), '{"format":2}');
    expect(() => readHttpResults(folder)).toThrow('http-5.json does not hold the results of a run');
  });
});
