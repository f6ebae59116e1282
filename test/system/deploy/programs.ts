/**
 * Servers of others, with the configuration that deploy/ ships: started on a port of this machine, and stopped.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { isThere } from '../../../testing/is-there.js';

export const readDeploy = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../deploy/${path}`, import.meta.url)), 'utf8');

export const hasProgram = (name: string, argument: string, what: string): boolean =>
  isThere(spawnSync(name, [argument]).error === undefined, `${name} is not installed, so ${what} is not tried.`);

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

export interface Front {
  /** Such as `http://127.0.0.1:8080`. */
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** @throws Error with what it has said, when it does not listen */
async function started(child: ChildProcess, port: number): Promise<Front> {
  const said: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  await vi
    .waitFor(() => fetch(`${origin}/health`), { timeout: 20_000, interval: 50 })
    .catch((error: unknown) => {
      child.kill('SIGKILL');
      throw new Error(`${String(error)}: ${said.join('')}`);
    });
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** @param folder a new one. @param backend the port of the server behind it */
export async function startVarnish(folder: string, backend: number): Promise<Front> {
  const port = await freePort();
  const vcl = join(folder, 'stele.vcl');
  writeFileSync(vcl, readDeploy('varnish/stele.vcl').replace('.port = "8080"', `.port = "${backend}"`));
  const sizes = ['-p', 'http_resp_hdr_len=16k', '-p', 'http_req_hdr_len=16k', '-p', 'vcc_allow_inline_c=off'];
  const place = ['-n', join(folder, 'work'), '-s', 'malloc,256m', '-j', 'none'];
  const args = ['-F', '-a', `127.0.0.1:${port}`, '-f', vcl, ...place, ...sizes];
  return started(spawn('varnishd', args, { stdio: ['ignore', 'ignore', 'pipe'] }), port);
}

/** @param folder a new one. @param backend the port of the server behind it */
export async function startNginxCache(folder: string, backend: number): Promise<Front> {
  const port = await freePort();
  const told = readDeploy('nginx/cache.conf')
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('server 127.0.0.1:8080;', `server 127.0.0.1:${backend};`)
    .replace('/var/cache/nginx/stele', join(folder, 'cache'));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  // Its worker writes where this process made the folder.
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const head = `${user}daemon off;\npid ${folder}/pid;\nerror_log stderr warn;\nevents {}\n`;
  const config = `${head}http {\naccess_log off;\n${paths.join('\n')}\n${told}}\n`;
  writeFileSync(join(folder, 'nginx.conf'), config);
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf')];
  return started(spawn('nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] }), port);
}
