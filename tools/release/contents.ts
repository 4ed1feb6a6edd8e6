// The content of a release: its files, and the packages that npm installs with it.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files that start the program: `callboard.mjs` and its imports. In a checkout, `callboard.mjs` continues with
 * `run.mjs`, which builds the program.
 */
const starter = ['callboard', 'memory', 'open', 'packages', 'parent', 'settings-file'].map((name) => `bin/${name}.mjs`);

/** Returns true for files that the program reads in addition to its source, or that a licence requires. */
const isData = (file: string) =>
  /(^|\/)license-[\w-]+\.txt$/.test(file) ||
  (!/\.(tsx?|csv)$/.test(file) && !/\/web\//.test(file) && !file.endsWith('README.md'));

/** Lists the files of a release, by their paths in the checkout. `dist` must have been built. */
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
    // Without `dist/program/modules`, which only the tests use
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

/** Only the development server imports this package. */
const developmentOnly = 'vite';

/** Matches the packages that a built file imports, at its beginning or later with `import()`. */
const packageImport =
  /(?:^|[;}])(?:import|export)\b[\w$*{},\s]*"((?:@[\w.-]+\/)?[\w-][\w./-]*)"|\bimport\(["`]((?:@[\w.-]+\/)?[\w-][\w./-]*)["`]\)/gm;

const packageName = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Lists the packages that the built program imports. All other packages are part of its files, or build them. */
export function listRuntimePackages(root: string): string[] {
  const files = globSync(['dist/program/*.js', 'dist/entries/*.js', 'dist/server/*.js'], { cwd: root });
  const imported = files.flatMap((file) =>
    Array.from(readFileSync(join(root, file), 'utf8').matchAll(packageImport), ([, first, later]) =>
      packageName(first ?? later ?? ''),
    ),
  );
  return [...new Set(imported)].filter((name) => !name.startsWith('node:') && name !== developmentOnly).sort();
}

/** Packages that build the pages and the program but add no code to either. */
const buildTools = ['vite', '@vitejs/plugin-react'];

interface Manifest {
  version: string;
  description: string;
  license: string;
  /** The URL of the source code; absent until the code is published. */
  repository?: unknown;
  dependencies: Record<string, string>;
  overrides: Record<string, object>;
}

/** Lists the packages whose code is in a release, whether installed with it or built into its files. */
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
    // Prevents publishing by accident. npm still installs the release from its file
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
