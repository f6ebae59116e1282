/**
 * Several servers side by side: do all of them answer, and from the same snapshots?
 */
import type { ServerState } from './ask.js';

/** @returns what is not as it should be, a sentence each; empty where all serve the same and are well */
export function differencesOf(servers: readonly ServerState[]): readonly string[] {
  const differences = servers.flatMap(({ url, status, problem }) => {
    if (problem !== undefined) return [`${url} does not answer: ${problem}`];
    return status === 'unavailable' ? [`${url} has no snapshot to answer from`] : [];
  });
  const answering = servers.filter(({ problem }) => problem === undefined);
  const names = new Set(answering.flatMap(({ spaces }) => spaces.map(({ name }) => name)));
  for (const name of names) {
    const snapshots = new Map<string, string[]>();
    for (const { url, spaces } of answering) {
      const served = spaces.find((space) => space.name === name)?.snapshot ?? 'none';
      snapshots.set(served, [...(snapshots.get(served) ?? []), url]);
    }
    if (snapshots.size < 2) continue;
    const told = [...snapshots].map(([snapshot, urls]) => `${snapshot.slice(0, 8)} at ${urls.join(', ')}`);
    differences.push(`the space ${name} is not the same on every server: ${told.join('; ')}`);
  }
  return differences;
}

/** @param snapshot an id, or how one begins. @returns whether every space of the server is answered from it */
export const servesOnly = ({ spaces }: ServerState, snapshot: string): boolean =>
  spaces.length > 0 && spaces.every((space) => space.snapshot?.startsWith(snapshot) === true);
