/**
 * Writes branches that the earlier tree does not have, with all nodes and buckets below them, from a list of suffixes.
 *
 * Elsewhere: the rules for branches (plan/branches), finding the suffixes (term-suffixes).
 */
import type { JoinedTree, WrittenBranch } from '../joined-tree.js';
import { findBranches, newBranches } from '../plan/branches.js';
import type { RenumberedLists } from './renumbered-lists.js';
import { BYTE_COUNT, distinctTerms, type Suffix, type TermSuffixes } from './term-suffixes.js';

export class NewBranches {
  readonly #termSuffixes: TermSuffixes;
  readonly #lists: RenumberedLists;
  readonly #tree: JoinedTree;

  constructor(termSuffixes: TermSuffixes, lists: RenumberedLists, tree: JoinedTree) {
    this.#termSuffixes = termSuffixes;
    this.#lists = lists;
    this.#tree = tree;
  }

  /** @param suffixes share their first `depth` codes. @returns the branches, ascending */
  async write(suffixes: readonly Suffix[], depth: number): Promise<WrittenBranch[]> {
    const byByte = this.#termSuffixes.groupByNextByte(suffixes, depth);
    const counts = { suffixes: new Uint32Array(BYTE_COUNT), terms: new Uint32Array(BYTE_COUNT) };
    for (const [byte, group] of byByte) {
      counts.suffixes[byte] = group.length;
      counts.terms[byte] = distinctTerms(group).size;
    }
    const found = newBranches();
    findBranches(counts, 0, BYTE_COUNT, depth, found);
    const branches: WrittenBranch[] = [];
    for (let branch = 0; branch < found.count; branch += 1) {
      const low = found.firsts[branch]!;
      const end = branch + 1 < found.count ? found.firsts[branch + 1]! : BYTE_COUNT;
      if (found.isNode[branch] === 1) {
        branches.push({ low, target: await this.#writeNode(byByte.get(low)!, depth + 1) });
        continue;
      }
      const terms = new Set<number>();
      for (let byte = low; byte < end; byte += 1) for (const { term } of byByte.get(byte) ?? []) terms.add(term);
      branches.push({ low, target: await this.#lists.write([...terms].sort((a, b) => a - b)) });
    }
    return branches;
  }

  /** Writes a node, and everything below it. @returns its number as a branch target */
  async #writeNode(suffixes: readonly Suffix[], depth: number): Promise<number> {
    const node = this.#tree.openNode(this.#termSuffixes.countDocs(suffixes));
    return this.#tree.closeNode(node, await this.write(suffixes, depth));
  }
}
