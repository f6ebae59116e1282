/**
 * What a night expects of its commands: exit codes, intact snapshots, an arrival at the replica, or a refusal.
 */
import type { CommandOutcome, Site } from './site.js';

export type Night = (site: Site) => Promise<{ readonly outcome: string; readonly wrong: readonly string[] }>;

export const expectCode = (what: string, { code, stderr }: CommandOutcome, expected: number): readonly string[] =>
  code === expected ? [] : [`${what}: exit code ${code} in place of ${expected}: ${stderr.slice(-300)}`];

/** Builds, pushes and pulls, and expects the replica to have the builder's snapshot. */
export async function expectArrival(site: Site): Promise<readonly string[]> {
  const wrong = [
    ...expectCode('build', await site.build(), 0),
    ...expectCode('push', await site.push(), 0),
    ...expectCode('pull', await site.pull(), 0),
    ...(await site.findDamage(site.snapshots)),
    ...(await site.findDamage(site.replica)),
  ];
  const [built, pulled] = [await site.current(site.snapshots), await site.current(site.replica)];
  return built === pulled ? wrong : [...wrong, `the builder has ${built}, the replica ${pulled}`];
}

/** Builds with arguments, and expects a refusal that names the reason and leaves CURRENT. */
export async function expectRefusal(
  site: Site,
  reason: RegExp,
  args: readonly string[] = [],
): Promise<readonly string[]> {
  const before = await site.current(site.snapshots);
  const built = await site.build(args);
  const wrong = [...expectCode('build', built, 1), ...(await site.findDamage(site.snapshots))];
  const lastLines = built.stderr.trimEnd().split('\n').slice(-20).join('\n');
  if (!reason.test(lastLines)) wrong.push(`the last lines do not say ${reason}: ${lastLines.slice(-300)}`);
  if ((await site.current(site.snapshots)) !== before) wrong.push('a refused build changed CURRENT');
  return wrong;
}

/** The command is refused, its last lines say why, and the folder still names the same snapshot. */
export async function expectUnchanged(
  site: Site,
  folder: string,
  reason: RegExp,
  run: () => Promise<CommandOutcome>,
): Promise<readonly string[]> {
  const before = await site.current(folder);
  const outcome = await run();
  const wrong = [...expectCode(`a command that must be refused (${reason})`, outcome, 1)];
  if (!reason.test(outcome.stderr)) wrong.push(`the message does not say ${reason}: ${outcome.stderr.slice(-300)}`);
  if ((await site.current(folder)) !== before) wrong.push(`CURRENT of ${folder} has changed`);
  // A target of pushes has another layout.
  return folder === site.target ? wrong : [...wrong, ...(await site.findDamage(folder))];
}
