import { expect, test, vi } from 'vitest';
import { onEachSite, onSite } from '#tests/support/site/app.ts';
import { createQuickHashing } from '#tests/support/site/passwords.ts';
import { createArgon2Hashing } from './passwords.ts';

const password = 'a lamp, a rope and a bucket';

test('passwords are hashed at the production cost by default', async () => {
  const passwords = createArgon2Hashing();
  const hash = await passwords.hash(password);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=2,p=1\$/);
  expect([passwords.needsRehash(hash), passwords.needsRehash(await createQuickHashing().hash(password))]).toEqual([
    false,
    true,
  ]);
  expect([await passwords.fits(hash, password), await passwords.fits('', password)]).toEqual([true, false]);
});

test('a password from a known device is checked even while the queue of strangers is full', async () => {
  const passwords = createQuickHashing();
  const hash = await passwords.hash(password);
  const outcomes: string[] = [];
  const guesses = Array.from({ length: 300 }, (_, n) =>
    passwords.fits(hash, `guess ${n}`, 'stranger').then(
      () => outcomes.push('checked'),
      () => outcomes.push('refused'),
    ),
  );
  const checkedFirst = passwords.fits(hash, password).then((fits) => {
    expect(fits).toBe(true);
    return outcomes.filter((outcome) => outcome === 'checked').length;
  });
  // Until the known device's password is checked, only the two guesses already being hashed, one whose turn came in
  // between, and perhaps a few more are checked
  expect(await checkedFirst).toBeLessThan(10);
  await Promise.all(guesses);
  expect(
    Object.fromEntries(
      Map.groupBy(outcomes, String)
        .entries()
        .map(([kind, all]) => [kind, all.length]),
    ),
  ).toEqual({
    refused: 98,
    checked: 202,
  });
});

onSite('300 wrong passwords from 250 networks don’t lock out a member with a known device', async (on) => {
  const email = 'ann@members.example';
  await on.a.user({ email, password_hash: await createQuickHashing().hash(password) });
  const from = (n: number) => ({ 'x-forwarded-for': `2001:db8:${(n % 250).toString(16)}:7::1` });
  const first = await on.post('/members', { email, password }, from(1000));
  const cookie = `${first.cookies.find(({ name }) => name === 'device')?.name}=${first.cookies.find(({ name }) => name === 'device')?.value}`;
  // Hashing waits until the member's request has also arrived
  const started = Promise.withResolvers<void>();
  const { fits } = on.passwords;
  vi.spyOn(on.passwords, 'fits').mockImplementation(async (...asked) => {
    await started.promise;
    return fits(...asked);
  });
  const guesses = Array.from({ length: 300 }, (_, n) =>
    on.post('/members', { email: `member${n}@members.example`, password: 'a guess' }, from(n)),
  );
  await vi.waitFor(() => expect(on.passwords.fits).toHaveBeenCalledTimes(300), { timeout: 20_000 });
  const signIn = on.post('/members', { email, password }, { ...from(1001), cookie });
  await vi.waitFor(() => expect(on.passwords.fits).toHaveBeenCalledTimes(301), { timeout: 20_000 });
  started.resolve();
  expect((await signIn).statusCode).toBe(200);
  const statuses = new Set((await Promise.all(guesses)).map(({ statusCode }) => statusCode));
  expect([...statuses].sort()).toEqual([401, 503]);
});

onEachSite('a password hash with another cost is replaced when its owner signs in', async ({ a, db, post }) => {
  const older = await createArgon2Hashing({ memoryCost: 32, timeCost: 1 }).hash(password);
  const { id } = await a.user({ email: 'ann@members.example', password_hash: older });
  const stored = async () =>
    (await db.read.selectFrom('user').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
      .password_hash;
  expect((await post('/members', { email: 'ann@members.example', password: 'not it' })).statusCode).toBe(401);
  expect(await stored()).toBe(older);
  expect((await post('/members', { email: 'ann@members.example', password })).statusCode).toBe(200);
  const renewed = await stored();
  expect(createQuickHashing().needsRehash(renewed)).toBe(false);
  expect(await createQuickHashing().fits(renewed, password)).toBe(true);
});
