import { expect, test } from 'vitest';
import { onEachSite } from '#tests/support/app.ts';
import { quickHashing } from '#tests/support/passwords.ts';
import { argon2Hashing } from './password-hash.ts';

const password = 'a lamp, a rope and a bucket';

test('what nobody made cheaper costs what the program has decided', async () => {
  const passwords = argon2Hashing();
  const hash = await passwords.hash(password);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=2,p=1\$/);
  expect([passwords.isOld(hash), passwords.isOld(await quickHashing().hash(password))]).toEqual([false, true]);
  expect([await passwords.fits(hash, password), await passwords.fits('', password)]).toEqual([true, false]);
});

onEachSite('a hash that was made at another cost is made anew as its owner signs in', async ({ a, db, post }) => {
  const older = await argon2Hashing({ memoryCost: 32, timeCost: 1 }).hash(password);
  const { id } = await a.user({ email: 'ann@members.example', password_hash: older });
  const stored = async () =>
    (await db.read.selectFrom('user').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow())
      .password_hash;
  expect((await post('/members', { email: 'ann@members.example', password: 'not it' })).statusCode).toBe(401);
  expect(await stored()).toBe(older);
  expect((await post('/members', { email: 'ann@members.example', password })).statusCode).toBe(200);
  const renewed = await stored();
  expect(quickHashing().isOld(renewed)).toBe(false);
  expect(await quickHashing().fits(renewed, password)).toBe(true);
});
