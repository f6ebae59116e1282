/**
 * HTML at random → Markdown → HTML by another program: text, links, images, code and anchors are the same.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generatedBlocks } from '../../../../testing/markdown/generated-html.js';
import { htmlToMarkdown } from '../../text/converter.js';

const RUNS = Number(process.env['STELE_TEXT_RUNS'] ?? 1500);

describe('htmlToMarkdown', () => {
  it('random HTML › shows equal text and links', () => {
    fc.assert(
      fc.property(generatedBlocks, (html) => {
        const differences: string[] = [];
        const report = {
          isChecked: true,
          lost: (reason: string, example?: string) => differences.push(`${reason}: ${example}`),
          faulty: (reason: string) => differences.push(reason),
        };
        const markdown = htmlToMarkdown(html, report);
        expect({ differences, markdown }).toEqual({ differences: [], markdown });
      }),
      { seed: Number(process.env['STELE_TEXT_SEED'] ?? 50), numRuns: RUNS },
    );
  });
});
