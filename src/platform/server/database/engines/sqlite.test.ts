import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryFolder } from '#tests/support/site/engines.ts';
import { openWal } from './sqlite.ts';

test('a caller that arrives during a flush waits for the next flush and shares it', async () => {
  const file = join(createTemporaryFolder(), 'a.sqlite');
  writeFileSync(`${file}-wal`, 'committed');
  const wal = openWal(file, () => undefined);
  const order: string[] = [];
  const flush = (name: string) => wal.flush().then(() => order.push(name));
  const first = [flush('first'), flush('with the first')];
  // The first flush has begun, so later commits aren't certain to be part of it
  await Promise.resolve().then(() => undefined);
  const later = [flush('later'), flush('with the later')];
  await Promise.all(first);
  expect(order).toEqual(['first', 'with the first']);
  await Promise.all(later);
  expect(order).toEqual(['first', 'with the first', 'later', 'with the later']);
  wal.close();
});

test('a failing flush rejects its callers and is reported to the program', async () => {
  const file = join(createTemporaryFolder(), 'a.sqlite');
  // This file can't be flushed
  symlinkSync('/dev/null', `${file}-wal`);
  const lost: unknown[] = [];
  const wal = openWal(file, (error) => lost.push(error));
  await expect(wal.flush()).rejects.toMatchObject({ code: 'EINVAL' });
  await expect(wal.flush()).rejects.toMatchObject({ code: 'EINVAL' });
  expect(lost).toHaveLength(2);
  wal.close();
});
