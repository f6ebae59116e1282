/**
 * Lints, checks all types and compiles at the same time: the part of `npm test` that comes before the tests.
 *
 * Each step keeps one core busy. The output of a step is printed when it has ended; the exit code is 1 if one has failed.
 */
import { spawn } from 'node:child_process';

const tsc = 'node_modules/typescript/bin/tsc';
const steps = {
  'npm run lint': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'],
  'npm run types': [tsc, '--project', 'tsconfig.json'],
  'npm run types, explorer': [tsc, '--project', 'addons/explorer'],
  'npm run types, kernels': [tsc, '--project', 'src/kernels/assembly'],
  'npm run compile': ['compile.mjs', '--no-check'],
};

/** @returns whether the step has succeeded */
function run(name, args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      if (code !== 0) console.error(`${name} failed:`);
      process.stderr.write(output);
      resolve(code === 0);
    });
  });
}

const results = await Promise.all(Object.entries(steps).map(([name, args]) => run(name, args)));
if (results.includes(false)) process.exitCode = 1;
