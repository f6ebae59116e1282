/**
 * The image: built from `deploy/Containerfile` as it says, and a snapshot built and served in it. The base is not fetched from a
 * registry of images: it is what of this machine the instructions need, which is Node, npm and a shell.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolders } from '../../../testing/folder.js';
import { at } from '../../../testing/jsonapi-schema/index.js';
import { ROOT } from '../../../testing/pages/markdown.js';
import { hasProgram } from './programs.js';

const newFolder = temporaryFolders();
const store = newFolder();
/** Without rights that a container itself lacks: files are copied, and a process sees the network of this machine. */
const where = ['--root', join(store, 'images'), '--runroot', join(store, 'run'), '--storage-driver', 'vfs'];

function run(program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: ROOT, encoding: 'utf8' });
  expect({ status, stderr: status === 0 ? '' : stderr }, args.join(' ')).toEqual({ status: 0, stderr: '' });
  return stdout.trim();
}
const buildah = (...args: readonly string[]): string => run('buildah', ...where, ...args);

/** A folder with programs of this machine and the libraries that they are linked to. */
function base(): string {
  const folder = newFolder();
  const copy = (path: string, to = path): void => {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    cpSync(realpathSync(path), join(folder, to), { recursive: true });
  };
  for (const name of ['sh', 'env', 'install', 'tar', 'gzip']) copy(run('which', name), `/usr/bin/${name}`);
  copy(process.execPath, '/usr/bin/node');
  for (const name of ['sh', 'env', 'install', 'tar', 'gzip', 'node']) {
    for (const path of run('ldd', join(folder, 'usr/bin', name)).match(/\/\S+/g) ?? []) copy(path);
  }
  copy(join(run('npm', 'root', '--global'), 'npm'), '/usr/lib/npm');
  cpSync(join(folder, 'usr/bin/sh'), join(folder, 'bin/sh'));
  writeFileSync(join(folder, 'usr/bin/npm'), '#!/usr/bin/sh\nexec node /usr/lib/npm/bin/npm-cli.js "$@"\n', {
    mode: 0o755,
  });
  mkdirSync(join(folder, 'etc'));
  writeFileSync(join(folder, 'etc/passwd'), 'root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n');
  writeFileSync(join(folder, 'etc/group'), 'root:x:0:\nnode:x:1000:\n');
  mkdirSync(join(folder, 'root'));
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities !== undefined) copy(authorities, '/etc/authorities.pem');
  writeFileSync(join(folder, 'root/.npmrc'), authorities === undefined ? '' : 'cafile=/etc/authorities.pem\n');
  mkdirSync(join(folder, 'tmp'), { mode: 0o1777 });
  return folder;
}

afterAll(() => {
  spawnSync('buildah', [...where, 'rm', '--all']);
});

describe.runIf(hasProgram('buildah', '--version', 'deploy/Containerfile'))('the image', () => {
  it('builds from the Containerfile, then builds a snapshot and serves it', { timeout: 900_000 }, async () => {
    const scratch = buildah('from', 'scratch');
    buildah('copy', '--quiet', scratch, base(), '/');
    buildah('commit', '--quiet', scratch, 'localhost/base');
    const options = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', 'BASE=localhost/base'];
    buildah('build', ...options, '--pull-never', '--file', 'deploy/Containerfile', '--tag', 'stele', '.');

    const container = buildah('from', '--pull-never', 'stele');
    const { OCIv1, Docker } = JSON.parse(buildah('inspect', '--type', 'image', 'stele'));
    expect(OCIv1.config).toMatchObject({ User: 'node', Cmd: ['--help'], StopSignal: 'SIGTERM' });
    expect(Docker.config.Healthcheck.Test[0]).toBe('CMD');
    const [program = '', ...before] = OCIv1.config.Entrypoint.map(String);
    const stele = (...args: readonly string[]): string[] => {
      return [...where, 'run', '--isolation', 'chroot', container, program, ...before, ...args];
    };
    expect(run('buildah', ...stele('--version'))).toMatch(/^\d+\.\d+\.\d+$/);
    run('buildah', ...stele('build', '/opt/stele/data/bookshop', '--out', '/var/lib/stele/snapshots'));

    const child = spawn('buildah', stele('serve', '/var/lib/stele/snapshots', '--port', '0'), { detached: true });
    onTestFinished(async () => {
      const ended = once(child, 'exit');
      process.kill(-(child.pid ?? 0), 'SIGTERM');
      await ended;
    });
    let said = '';
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
      said += String(chunk);
      if (said.includes('(snapshot ')) break;
    }
    child.stdout.resume();
    const [, root = ''] = /bookshop: (\S+)/.exec(said) ?? [];
    const answer: unknown = await (await fetch(`${root}/book/the-salt-road?fields[book]=title`)).json();
    expect(at(answer, 'data', 'attributes', 'title')).toBe('The Salt Road');
  });
});
