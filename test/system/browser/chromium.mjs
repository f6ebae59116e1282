/**
 * Starts the Chromium of this machine: Debian's package, or what `STELE_CHROMIUM` names.
 */
import { existsSync } from 'node:fs';

const places = [process.env.STELE_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** @returns undefined where there is none */
export const chromiumPath = () => places.find((path) => path !== undefined && existsSync(path));

/** @returns a browser of playwright-core */
export async function launchChromium() {
  const executablePath = chromiumPath();
  if (executablePath === undefined)
    throw new Error('There is no Chromium: install the package chromium, or set STELE_CHROMIUM.');
  const { chromium } = await import('playwright-core');
  // In a container the sandbox of the browser has no rights; what is opened is our own page. No other host has an address.
  const args = ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'];
  return chromium.launch({ executablePath, args });
}
