// What a release contains: its files, and the packages that npm installs with it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The starter: `callboard.mjs`, and what it imports. In a checkout it goes on in `run.mjs`, which builds. */
const starter = ['callboard', 'memory', 'open', 'packages', 'parent', 'settings-file'].map((name) => `bin/${name}.mjs`);

/** Files that the program reads beside its source, or that a licence asks for. */
const isData = (file: string) =>
  /(^|\/)license-[\w-]+\.txt$/.test(file) ||
  (!/\.(tsx?|csv)$/.test(file) && !/\/web\//.test(file) && !file.endsWith('README.md'));

/** Lists the files of a release, by their paths in the checkout. `dist` has to be built. */
export function listReleaseFiles(root: string): string[] {
  const find = (pattern: string) =>
    globSync(pattern, { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .replaceAll('\\', '/'),
      );
  return [
    ...starter,
    ...find('dist/{browser,entries,server}/**/*'),
    'dist/browser/.vite/manifest.json',
    // The modules are the tests’
    ...find('dist/program/*'),
    'dist/openapi.json',
    ...find('src/{demo,features,migrations,platform,practice}/**/*').filter(isData),
    ...find('docs/*.md'),
    ...find('docs/handbook/*.md'),
    'deploy/callboard.service',
    'deploy/Caddyfile',
    'CHANGELOG.md',
    'LICENSE',
    'NOTICE',
  ].sort();
}

/** Imported by the development server alone. */
const developmentOnly = 'vite';

/** Matches what a built file imports from a package, at the beginning of a line or when it is needed. */
const packageImport = /^import (?:[^"\n]* from )?"([^".][^"]*)";$|\bimport\("([^".][^"]*)"\)/gm;

const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Lists the packages that the built program imports. All others are part of its files, or build them. */
export function listRuntimePackages(root: string): string[] {
  const files = globSync(['dist/program/*.js', 'dist/entries/*.js', 'dist/server/*.js'], { cwd: root });
  const imported = files.flatMap((file) =>
    Array.from(readFileSync(join(root, file), 'utf8').matchAll(packageImport), ([, first, later]) =>
      packageName(first ?? later ?? ''),
    ),
  );
  return [...new Set(imported)].filter((name) => !name.startsWith('node:') && name !== developmentOnly).sort();
}

/** Packages that build the pages and the program, and leave nothing of themselves in them. */
const buildTools = ['vite', '@vitejs/plugin-react'];

interface Manifest {
  version: string;
  description: string;
  license: string;
  /** The address of the source, once there is one. */
  repository?: unknown;
  dependencies: Record<string, string>;
  overrides: Record<string, object>;
}

/** Lists the packages whose code is in a release, installed with it or built into its files. */
export const listShippedPackages = ({ dependencies }: Pick<Manifest, 'dependencies'>): string[] =>
  Object.keys(dependencies).filter((name) => !buildTools.includes(name));

/** Returns the `package.json` of a release with these packages. */
export function buildManifest(
  { version, description, license, repository, dependencies }: Omit<Manifest, 'overrides'>,
  packages: readonly string[],
) {
  return {
    name: 'callboard',
    version,
    // Nobody publishes it by accident; npm installs it from its file all the same
    private: true,
    description,
    license,
    ...(repository ? { repository } : {}),
    type: 'module',
    bin: { callboard: 'bin/callboard.mjs' },
    engines: { node: '>=24' },
    dependencies: Object.fromEntries(
      packages.map((name) => {
        const range = dependencies[name];
        if (!range) throw new Error(`The program imports ${name}, which package.json doesn’t list as a dependency.`);
        return [name, range];
      }),
    ),
  };
}

export const readManifest = (root: string): Manifest => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
