/**
 * Tells whether WarpDrive is installed for its tests.
 */
import { existsSync } from 'node:fs';
import { isThere } from '../is-there.js';

/** Whether `npm run clients:install` has been run; says so if not. */
export const isWarpDriveThere = (): boolean =>
  isThere(
    existsSync(new URL('../../test/system/clients/warp-drive/node_modules/@warp-drive/core', import.meta.url)),
    'WarpDrive is not installed, so its way through the API is not tried: npm run clients:install installs it.',
  );
