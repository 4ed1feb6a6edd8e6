// `npm run test:properties`: runs the files with property tests repeatedly, with another random seed each time. Ends at
// the first failure. `-- 50` runs them 50 times; without a number, 10 times.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');
const rounds = Number(process.argv[2] ?? 10);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('Give the number of rounds, such as 50.');
  process.exit(2);
}

const hasProperties = (file: string) => readFileSync(join(root, file), 'utf8').includes("from 'fast-check'");
const files = globSync('src/**/*.test.{ts,tsx}', { cwd: root }).filter(hasProperties);

for (let round = 1; round <= rounds; round += 1) {
  const seed = randomInt(2 ** 31);
  console.log(`\nRound ${round} of ${rounds}, seed ${seed}: ${files.length} files`);
  const { status } = spawnSync(join(root, 'node_modules', '.bin', 'vitest'), ['run', '--reporter=dot', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PROPERTY_SEED: String(seed) },
  });
  if (status !== 0) {
    console.log(`\nTo repeat this round: PROPERTY_SEED=${seed} npx vitest run FILE`);
    process.exit(1);
  }
}
