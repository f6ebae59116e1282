/**
 * Checks the subjects of new commits: `scope: imperative summary`, at most 72 characters.
 *
 * Run from a checkout: node .ci/commit-subjects.mjs [subject …]. Without arguments it reads the commits since the rule
 * began. Exits with 1 and one line for each subject that breaks the rule.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Older commits are left as they are: rewriting them would change every id. */
const RULE_BEGAN = '2026-11-28T11:30:00Z';
const LENGTH_MAXIMUM = 72;

/** Imperatives that end like a past tense, a participle or a third person. */
const IMPERATIVES = new Set(
  'access address bring bypass compress cross discuss embed exceed express feed focus guess miss need pass ping press proceed process seed speed string'.split(
    ' ',
  ),
);

/** @returns why the subject breaks the rule, or undefined if it keeps it */
function problemOf(subject) {
  if (subject.length > LENGTH_MAXIMUM) return `has ${subject.length} characters; at most ${LENGTH_MAXIMUM} are allowed`;
  const [, firstWord] = /^[a-z0-9][a-z0-9/, _-]*: (\S+)/i.exec(subject) ?? [];
  if (firstWord === undefined) return 'lacks a scope: write "scope: imperative summary"';
  if (/[^s]s$|ed$|ing$/.test(firstWord) && !IMPERATIVES.has(firstWord.toLowerCase()))
    return `begins with "${firstWord}": write an imperative, such as "add" or "refuse"`;
  if (subject.endsWith('.')) return 'ends with a full stop';
  return undefined;
}

function subjectsSinceRule() {
  if (!existsSync(join(root, '.git'))) {
    console.log('SKIPPED: this folder is no git checkout, so it has no commits to check');
    return [];
  }
  const log = spawnSync('git', ['log', '--no-merges', '--format=%s', `--since=${RULE_BEGAN}`], {
    cwd: root,
    encoding: 'utf8',
  });
  if (log.status !== 0) throw new Error(`git log failed: ${log.stderr}`);
  return log.stdout.split('\n').filter((line) => line !== '');
}

const given = process.argv.slice(2);
const subjects = given.length > 0 ? given : subjectsSinceRule();
const problems = subjects.flatMap((subject) => {
  const problem = problemOf(subject);
  return problem === undefined ? [] : [`"${subject}" ${problem}`];
});
for (const problem of problems) console.error(problem);
console.log(`${subjects.length} commit subjects checked, ${problems.length} refused`);
process.exitCode = problems.length === 0 ? 0 : 1;
