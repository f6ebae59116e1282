/**
 * What docs/ask/clients.md shows for WarpDrive is what happens, in the form of it that runs without a build tool.
 */
import { expect, it, onTestFinished } from 'vitest';
import { clientExamples, runExample } from '../../../../testing/clients/examples.js';
import { isWarpDriveThere } from '../../../../testing/clients/warp-drive-installed.js';
import { warpDrivePrelude } from '../../../../testing/clients/warp-drive-prelude.js';
import { startBookshop } from '../../../../testing/server/server.js';

it.runIf(isWarpDriveThere())('the example of WarpDrive › prints the output on the page', async () => {
  const shop = await startBookshop();
  onTestFinished(() => shop.stop());
  const example = clientExamples().find(({ client }) => client === 'warp-drive')!;
  const options = { prelude: warpDrivePrelude, nodeOptions: ['--conditions=unpkg'] };
  expect(await runExample(example, shop.base, new URL('.', import.meta.url), options)).toBe(`${example.printed}\n`);
});
