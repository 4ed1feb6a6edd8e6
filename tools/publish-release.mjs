// `TAG=v0.2.0 node tools/publish-release.mjs`: publishes the package that `npm run release` has made, with the notes of
// its version from CHANGELOG.md, by GitHub's program `gh`. Refuses a tag that doesn't name the package's version. Uses
// only Node's built-in modules.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const stop = (reason) => {
  console.error(reason);
  process.exit(1);
};

const tag = process.env.TAG ?? '';
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
if (tag !== `v${version}`) stop(`The tag is “${tag}”, but package.json says ${version}.`);

const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m);
const notes = sections.find((section) => new RegExp(`^\\[?${RegExp.escape(version)}\\]?(?=\\s)`).test(section));
if (!notes) stop(`CHANGELOG.md has no heading for ${version}.`);

const folder = join('dist', 'release');
const files = readdirSync(folder).map((file) => join(folder, file));
if (!files.some((file) => file.endsWith(`-${version}.tgz`))) stop(`There is no package of ${version} in ${folder}.`);

const notesFile = join('dist', 'release-notes.md');
writeFileSync(notesFile, notes.replace(/^.*\n+/, ''));
const { status, error } = spawnSync(
  'gh',
  ['release', 'create', tag, '--verify-tag', '--title', version, '--notes-file', notesFile, ...files],
  { stdio: 'inherit' },
);
if (error) stop(`gh can’t be run: ${error.message}`);
process.exit(status ?? 1);
