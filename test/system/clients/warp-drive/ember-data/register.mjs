/** Lets Node import what Ember Data asks for, by the hooks beside. */
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
