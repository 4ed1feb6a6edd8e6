import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { getCookie, onEachSite, onSite, type SiteTestContext } from '#tests/support/site/app.ts';
import { runBeforeWrite } from '#tests/support/site/before-write.ts';
import { createQuickHashing } from '#tests/support/site/passwords.ts';

const password = 'a lamp in the window';
const hashed = createQuickHashing().hash(password);
const settings = '/members/api/account_settings';
const home = { rpID: 'players.example', origin: 'http://players.example' };

const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** Encodes the types of CBOR values that a passkey needs: small whole numbers, bytes, text and maps. */
function cbor(value: number | Buffer | string | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, one]) => [cbor(key), cbor(one as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

const present = 0x01;
const verified = 0x04;
const keyIncluded = 0x40;

interface ResponseOptions {
  challenge: string;
  origin?: string;
  rpID?: string;
  type?: string;
  flags?: number;
  counter?: number;
  userHandle?: string;
}

/** Creates an authenticator (a security key or phone) with its own key pair, for responses to challenges. */
function authenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const cose = cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
  const clientData = ({ challenge, origin = home.origin, type }: ResponseOptions, usual: string) =>
    Buffer.from(JSON.stringify({ type: type ?? usual, challenge, origin, crossOrigin: false }));
  const authData = ({ rpID = home.rpID, flags = present | verified, counter = 0 }: ResponseOptions, more = 0) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(rpID), Buffer.from([flags | more]), count]);
  };
  const common = { id: base64url(id), rawId: base64url(id), type: 'public-key' };
  return {
    id: base64url(id),
    make: (options: ResponseOptions) => {
      const length = Buffer.from([0, id.length]);
      const data = Buffer.concat([authData(options, keyIncluded), Buffer.alloc(16), length, id, cose]);
      const attested = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]);
      const response = {
        clientDataJSON: base64url(clientData(options, 'webauthn.create')),
        attestationObject: base64url(cbor(attested)),
        transports: ['internal'],
      };
      return { ...common, response };
    },
    use: (options: ResponseOptions) => {
      const clientJson = clientData(options, 'webauthn.get');
      const data = authData(options);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(clientJson)]))
        .sign(privateKey);
      const userHandle = options.userHandle === undefined ? {} : { userHandle: base64url(options.userHandle) };
      const response = {
        clientDataJSON: base64url(clientJson),
        authenticatorData: base64url(data),
        signature: base64url(signature),
        ...userHandle,
      };
      return { ...common, response };
    },
  };
}
type Authenticator = ReturnType<typeof authenticator>;

const member = async (on: SiteTestContext, some: Parameters<SiteTestContext['a']['user']>[0] = {}) =>
  on.a.user({ email: 'ruth@players.example', password_hash: await hashed, ...some });

type Asking = Awaited<ReturnType<SiteTestContext['as']>>;
const optionsToAdd = async (ruth: Asking) =>
  (await ruth.post(`${settings}/passkeys/options`, { name: 'Phone' })).json().options.challenge as string;

/** Creates a member with a passkey. */
async function protectedMember(on: SiteTestContext, some: Parameters<SiteTestContext['a']['user']>[0] = {}) {
  const user = await member(on, some);
  const ruth = await on.as(user);
  const key = authenticator();
  const answer = await ruth.post(`${settings}/passkeys`, {
    passkey: key.make({ challenge: await optionsToAdd(ruth) }),
  });
  expect(answer.json()).toMatchObject({ code: 200 });
  return { user, ruth, key };
}

/** Requests a challenge for signing in; returns the challenge, and a function that responds to it. */
async function openSignIn(on: SiteTestContext) {
  const response = await on.post('/members/api/passkey/options', {});
  const cookie = getCookie(response, 'passkey');
  return {
    challenge: response.json().options.challenge as string,
    answer: (passkey: object, headers: Record<string, string> = {}) =>
      on.post('/members/api/passkey', { passkey }, { cookie, ...headers }),
  };
}

/** Submits the password; returns the second step's challenge, the allowed passkeys, and a function that responds. */
async function submitPassword(on: SiteTestContext, email = 'ruth@players.example') {
  const cookie = getCookie(await on.post('/members', { email, password }));
  const response = await on.post('/members/api/second_factor/passkey_options', {}, { cookie });
  return {
    challenge: response.json().options.challenge as string,
    allowed: (response.json().options.allowCredentials ?? []) as { id: string }[],
    answer: (passkey: object) => on.post('/members/api/second_factor', { passkey }, { cookie }),
  };
}

const isIn = async (on: SiteTestContext, answer: { headers: Record<string, unknown> }) => {
  const cookie = getCookie(answer);
  return cookie !== '' && (await on.get('/members/account_settings?react', { cookie })).statusCode === 200;
};

onSite('a passkey signs its owner in, alone or after the password', async (on) => {
  const { user, key } = await protectedMember(on);
  const signIn = await openSignIn(on);
  const answer = await signIn.answer(key.use({ challenge: signIn.challenge, counter: 1, userHandle: user.id }));
  expect(answer.json()).toMatchObject({ code: 200 });
  expect(await isIn(on, answer)).toBe(true);

  const pending = await submitPassword(on);
  expect(pending.allowed.map(({ id }) => id)).toEqual([key.id]);
  const second = await pending.answer(key.use({ challenge: pending.challenge, counter: 2 }));
  expect(second.statusCode).toBe(200);
  expect(await isIn(on, second)).toBe(true);
});

/** Invalid responses, each with a description of what is wrong with it. */
const invalidResponses: [string, (key: Authenticator, options: ResponseOptions, other: Authenticator) => object][] = [
  ['made on another site', (key, options) => key.use({ ...options, origin: 'http://evil.example' })],
  [
    'made on the site’s name by another protocol',
    (key, options) => key.use({ ...options, origin: 'https://players.example' }),
  ],
  ['made on another port', (key, options) => key.use({ ...options, origin: 'http://players.example:8080' })],
  ['with another site’s relying party ID', (key, options) => key.use({ ...options, rpID: 'evil.example' })],
  ['to another challenge', (key, options) => key.use({ ...options, challenge: base64url(randomBytes(32)) })],
  ['to no challenge', (key, options) => key.use({ ...options, challenge: '' })],
  ['without user verification', (key, options) => key.use({ ...options, flags: present })],
  ['without user presence', (key, options) => key.use({ ...options, flags: verified })],
  ['of the type for creating a passkey', (key, options) => key.use({ ...options, type: 'webauthn.create' })],
  ['for another user', (key, options) => key.use({ ...options, userHandle: 'aaaaaaaaaaaaaaaa' })],
  ['signed by another key', (key, options, other) => ({ ...other.use(options), id: key.id, rawId: key.id })],
  ['of an unknown key', (_, options, other) => other.use(options)],
  [
    'that is no passkey',
    (key) => ({
      ...key.use({ challenge: '' }),
      response: { clientDataJSON: 'e30', authenticatorData: '', signature: '' },
    }),
  ],
];

onSite('a response from another passkey, to another challenge or for another site signs nobody in', async (on) => {
  const { key } = await protectedMember(on);
  const other = authenticator();
  for (const [what, respond] of invalidResponses) {
    const signIn = await openSignIn(on);
    const answer = await signIn.answer(respond(key, { challenge: signIn.challenge, counter: 1 }, other));
    expect({ what, status: answer.statusCode, session: getCookie(answer) }).toEqual({
      what,
      status: 400,
      session: '',
    });
    const pending = await submitPassword(on);
    const second = await pending.answer(respond(key, { challenge: pending.challenge, counter: 1 }, other));
    expect({ what, status: second.statusCode, session: getCookie(second) }).toEqual({
      what,
      status: 400,
      session: '',
    });
  }
});

onEachSite('a passkey challenge is valid once, for five minutes, in the browser that received it', async (on) => {
  const { key } = await protectedMember(on);
  const first = await openSignIn(on);
  const passkey = key.use({ challenge: first.challenge });
  expect((await on.post('/members/api/passkey', { passkey })).statusCode).toBe(400);
  const second = await openSignIn(on);
  expect((await second.answer(passkey)).statusCode).toBe(400);
  expect((await first.answer(passkey)).statusCode).toBe(200);
  expect((await first.answer(passkey)).statusCode).toBe(400);

  // A wrong response uses up the challenge too
  const third = await openSignIn(on);
  expect((await third.answer(key.use({ challenge: 'x' }))).statusCode).toBe(400);
  expect((await third.answer(key.use({ challenge: third.challenge }))).statusCode).toBe(400);

  // A challenge for one step can't be used for another
  const [signIn, pending] = [await openSignIn(on), await submitPassword(on)];
  expect((await pending.answer(key.use({ challenge: signIn.challenge }))).statusCode).toBe(400);

  const late = await openSignIn(on);
  on.at('2026-11-21T12:05:00.000Z');
  expect((await late.answer(key.use({ challenge: late.challenge }))).statusCode).toBe(400);
});

onEachSite('a session that ends while its passkey is being verified adds no passkey', async (on) => {
  const user = await member(on);
  const [home, stolen] = [await on.as(user), await on.as(user)];
  const key = authenticator();
  const challenge = await optionsToAdd(stolen);
  // The first write consumes the challenge, and the second stores the passkey
  runBeforeWrite(on.db, 2, async () => {
    expect((await home.post(`${settings}/sessions/end_others`, {})).statusCode).toBe(200);
  });
  const answer = await stolen.post(`${settings}/passkeys`, { passkey: key.make({ challenge }) });
  expect([answer.statusCode, answer.json().needs]).toEqual([401, 'sign_in']);
  expect(await on.db.read.selectFrom('passkey').select('id').execute()).toEqual([]);
});

onEachSite('nobody is signed in to an account that is disabled while its passkey is being verified', async (on) => {
  const { user, key } = await protectedMember(on);
  const boss = await on.as(await on.a.user({ role: 'admin' }));
  const signIn = await openSignIn(on);
  runBeforeWrite(on.db, 2, async () => {
    expect((await boss.post(`/members/api/admin/users/${user.id}/deactivate`, {})).statusCode).toBe(200);
  });
  const answer = await signIn.answer(key.use({ challenge: signIn.challenge, counter: 1 }));
  expect(answer.statusCode).toBe(400);
  // There is no session that would become valid when the account is enabled again
  expect(await on.db.read.selectFrom('session').select('id').where('user_id', '=', user.id).execute()).toEqual([]);
});

onEachSite('a passkey response sent many times at the same time signs in once', async (on) => {
  const { key } = await protectedMember(on);
  const signIn = await openSignIn(on);
  const passkey = key.use({ challenge: signIn.challenge, counter: 5 });
  const answers = await Promise.all([1, 2, 3, 4].map(() => signIn.answer(passkey)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400, 400, 400]);
});

onEachSite('a passkey whose counter doesn’t increase is refused, because it may be a copy', async (on) => {
  const { key } = await protectedMember(on);
  const tried = async (counter: number) => {
    const signIn = await openSignIn(on);
    return (await signIn.answer(key.use({ challenge: signIn.challenge, counter }))).statusCode;
  };
  expect(await tried(7)).toBe(200);
  for (const counter of [7, 6, 0]) expect({ counter, status: await tried(counter) }).toEqual({ counter, status: 400 });
  expect(await tried(8)).toBe(200);
});

onSite('another user’s passkey isn’t accepted as second factor', async (on) => {
  const { key } = await protectedMember(on);
  await protectedMember(on, { email: 'sam@players.example' });
  const pending = await submitPassword(on, 'sam@players.example');
  expect(pending.allowed.map(({ id }) => id)).not.toContain(key.id);
  const answer = await pending.answer(key.use({ challenge: pending.challenge }));
  expect([answer.statusCode, getCookie(answer)]).toEqual([400, '']);
});

onSite('a disabled member’s passkey signs nobody in', async (on) => {
  const { user, key } = await protectedMember(on);
  const signIn = await openSignIn(on);
  const pending = await submitPassword(on);
  await on.db.write((tx) => tx.updateTable('user').set({ status: 'deactivated' }).where('id', '=', user.id).execute());
  const answer = await signIn.answer(key.use({ challenge: signIn.challenge }));
  expect([answer.statusCode, getCookie(answer)]).toEqual([400, '']);
  expect((await pending.answer(key.use({ challenge: pending.challenge }))).statusCode).toBe(401);
});

onEachSite('a passkey can be added only once, by its owner on this site', async (on) => {
  const { ruth, key } = await protectedMember(on);
  const add = async (create: (challenge: string) => object, who = ruth) =>
    (await who.post(`${settings}/passkeys`, { passkey: create(await optionsToAdd(ruth)) })).statusCode;
  const fresh = () => authenticator();
  expect(await add((challenge) => fresh().make({ challenge, origin: 'http://evil.example' }))).toBe(400);
  expect(await add((challenge) => fresh().make({ challenge, rpID: 'evil.example' }))).toBe(400);
  expect(await add((challenge) => fresh().make({ challenge, flags: present }))).toBe(400);
  expect(await add(() => fresh().make({ challenge: base64url(randomBytes(32)) }))).toBe(400);
  expect(await add((challenge) => fresh().make({ challenge, type: 'webauthn.get' }))).toBe(400);
  // A challenge of one session can't be used in another
  expect(await add((challenge) => fresh().make({ challenge }), await on.as(await on.a.user()))).toBe(400);
  expect(await add((challenge) => key.make({ challenge }))).toBe(409);
  expect(await on.db.read.selectFrom('passkey').select('id').execute()).toHaveLength(1);
});

onSite('a passkey replaces the password when re-authenticating', async (on) => {
  const { ruth, key } = await protectedMember(on, { role: 'admin' });
  const { key: another } = await protectedMember(on, { email: 'dee@players.example' });
  on.at('2026-11-21T12:11:00.000Z');
  const exportUsers = () => ruth.get('/members/admin/manage_users.csv');
  expect((await exportUsers()).statusCode).toBe(403);
  const again = '/members/api/reauthenticate/passkey';
  const challenge = async () => (await ruth.post(`${again}_options`, {})).json().options.challenge as string;
  // A passkey of another user, a challenge for signing in and an earlier response are all refused
  const others = another.use({ challenge: await challenge() });
  expect((await ruth.post(again, { passkey: others })).json()).toMatchObject({ code: 400 });
  const { challenge: atSignIn } = await openSignIn(on);
  expect((await ruth.post(again, { passkey: key.use({ challenge: atSignIn }) })).json()).toMatchObject({ code: 400 });
  expect((await exportUsers()).statusCode).toBe(403);
  const passkey = key.use({ challenge: await challenge() });
  expect((await ruth.post(again, { passkey })).json()).toMatchObject({ code: 200 });
  expect((await exportUsers()).statusCode).toBe(200);
  on.at('2026-11-21T12:22:00.000Z');
  expect((await ruth.post(again, { passkey })).json()).toMatchObject({ code: 400 });
  expect((await exportUsers()).statusCode).toBe(403);
});

onSite('only an account’s own sessions, full or pending, are told that it has a passkey', async (on) => {
  const known = '/members/api/passkey/known';
  const { ruth } = await protectedMember(on);
  const sam = await on.as(await on.a.user({ email: 'sam@players.example' }));
  expect((await ruth.get(known)).json()).toMatchObject({ passkey: true });
  expect((await sam.get(known)).json()).toMatchObject({ passkey: false });
  expect((await on.get(known)).json()).toMatchObject({ passkey: false });
  const cookie = getCookie(await on.post('/members', { email: 'ruth@players.example', password }));
  expect((await on.get(known, { cookie })).json()).toMatchObject({ passkey: true });
});

onEachSite(
  'a user can remove only their own passkeys, and removing the last factor deletes the recovery codes',
  async (on) => {
    const { user, ruth } = await protectedMember(on);
    const { id } = await on.db.read.selectFrom('passkey').select('id').executeTakeFirstOrThrow();
    const sam = await on.as(await on.a.user({ password_hash: await hashed }));
    expect((await sam.send('POST', `${settings}/passkeys/${id}/remove`)).statusCode).toBe(404);
    expect(await on.db.read.selectFrom('passkey').select('user_id').execute()).toEqual([{ user_id: user.id }]);
    expect((await ruth.send('POST', `${settings}/passkeys/${id}/remove`)).statusCode).toBe(200);
    // Removing the last factor deletes the recovery codes
    expect(await on.db.read.selectFrom('recovery_code').select('id').execute()).toEqual([]);
  },
);
