// `npm run test:engines` runs the journeys in Debian's Firefox and in WebKitGTK. Arguments go to Playwright's runner:
// `--project=webkit`, `-g planner`.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const { status } = spawnSync(
  join(root, 'node_modules', '.bin', 'playwright'),
  ['test', '--config', join(import.meta.dirname, 'playwright.config.ts'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exitCode = status ?? 1;
