#!/usr/bin/env node
/**
 * The `stele` executable. In a checkout every module is a file of its own; the package has this one of them, and what
 * `bundle.mjs` makes of all.
 */
import { existsSync } from 'node:fs';

const module = new URL('./stele.js', import.meta.url);
await import((existsSync(module) ? module : new URL('../../package/stele.js', import.meta.url)).href);
