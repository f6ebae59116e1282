#!/usr/bin/env node
/**
 * The `stele` executable. A checkout has the compiled module `stele.js` next to this file; the package has only the bundle.
 */
import { existsSync } from 'node:fs';

const module = new URL('./stele.js', import.meta.url);
await import((existsSync(module) ? module : new URL('../../package/stele.js', import.meta.url)).href);
