import { afterEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { AuthenticationRequirement } from '#platform/shared/calls/call-response.ts';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { configureReauthentication } from './reauthentication.ts';
import { sendCall } from './send-call.ts';

const anything = declareCall('POST', '/members/api/anything', { body: z.object({ note: z.string().optional() }) });

afterEach(() =>
  configureReauthentication(
    () => '',
    async () => false,
  ),
);

/** Simulates a server that requires authentication until `give` is called. */
function wanting(needs: AuthenticationRequirement) {
  let given = false;
  const bodies: unknown[] = [];
  const ask: typeof fetch = async (_url, init = {}) => {
    bodies.push(init.body);
    const refused = { code: needs === 'sign_in' ? 401 : 403, msg: 'First show who you are.', needs };
    return new Response(JSON.stringify(given ? { code: 200, msg: 'Saved.' } : refused));
  };
  return { ask, bodies, give: () => (given = true) };
}

test.each(['sign_in', 'password'] as const)(
  'a call that requires “%s” is sent again once the user has authenticated',
  async (needs) => {
    const server = wanting(needs);
    const needed: AuthenticationRequirement[] = [];
    configureReauthentication(
      () => '',
      async (what) => {
        needed.push(what);
        return server.give();
      },
    );
    const answer = await sendCall(anything, { note: 'Ten minutes of typing' }, server.ask);
    expect(answer).toEqual({ code: 200, msg: 'Saved.' });
    expect(needed).toEqual([needs]);
    expect(server.bodies).toEqual(Array(2).fill('{"note":"Ten minutes of typing"}'));
  },
);

test('a call that needs a second factor asks for the password and then for the factor, once each', async () => {
  const needed: AuthenticationRequirement[] = [];
  configureReauthentication(
    () => '',
    async (what) => needed.push(what) > 0,
  );
  const answers = ['{"code":403,"msg":"","needs":"password"}', '{"code":403,"msg":"","needs":"second_factor"}'];
  const strict: typeof fetch = async () => new Response(answers.shift() ?? '{"code":200,"msg":"Saved."}');
  expect(await sendCall(anything, {}, strict)).toEqual({ code: 200, msg: 'Saved.' });
  expect(needed).toEqual(['password', 'second_factor']);
  const never: typeof fetch = async () => new Response('{"code":403,"msg":"Once more.","needs":"second_factor"}');
  expect(await sendCall(anything, {}, never)).toMatchObject({ msg: 'Once more.' });
  expect(needed).toHaveLength(3);
});

test('cancelling re-authentication returns the server’s message and doesn’t send the call again', async () => {
  const server = wanting('password');
  const answer = await sendCall(anything, {}, server.ask);
  expect(answer).toMatchObject({ code: 403, msg: 'First show who you are.' });
  expect(server.bodies).toHaveLength(1);
});

test('a wrong password at sign-in returns the server’s message and opens no dialog', async () => {
  let hasAsked = false;
  configureReauthentication(
    () => '',
    async () => {
      hasAsked = true;
      return true;
    },
  );
  const refused: typeof fetch = async () => new Response('{"code":401,"msg":"They don’t match."}');
  expect(await sendCall(anything, {}, refused)).toEqual({ code: 401, msg: 'They don’t match.' });
  expect(hasAsked).toBe(false);
});
