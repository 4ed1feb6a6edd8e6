import { afterEach, expect, test, vi } from 'vitest';
import type { CardFormConfig } from '../../contract.ts';
import { CardError } from '../card-form/provider-card-form.ts';
import {
  loadSquarePayments,
  type SquareCard,
  type TokenResult,
  tokeniseCard,
  type VerificationDetails,
} from './square-card-form.ts';

const form: CardFormConfig = {
  ...{ provider: 'Square', environment: 'practice', script: '/practice/square.js' },
  ...{ application_id: 'a', location_id: 'l' },
};

/** Stubs a browser that calls `comes` for each script that is added to the page. Returns the URLs of these scripts. */
function browserWhere(comes: (script: { onload: () => void; onerror: () => void }) => void) {
  const urls: string[] = [];
  vi.stubGlobal('window', {});
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => {} }),
    head: {
      append: (script: { src: string; onload: () => void; onerror: () => void }) => {
        urls.push(script.src);
        comes(script);
      },
    },
  });
  return urls;
}

afterEach(() => vi.unstubAllGlobals());

test('loading Square’s script fails if it can’t be fetched or isn’t Square’s, and the next attempt fetches it again', async () => {
  for (const comes of ['onload', 'onerror'] as const) {
    const loaded = browserWhere((script) => script[comes]());
    for (const _ of [1, 2]) await expect(loadSquarePayments(form)).rejects.toThrow('Square.js failed to load properly');
    expect(loaded).toEqual([form.script, form.script]);
  }
});

test('Square’s script is fetched once, and is initialised with the society’s ids', async () => {
  const payments = vi.fn((application: string, location: string) => ({ application, location }));
  const loaded = browserWhere((script) => {
    Object.assign(window, { Square: { payments } });
    script.onload();
  });
  await loadSquarePayments(form);
  expect(await loadSquarePayments(form)).toEqual({ application: 'a', location: 'l' });
  expect(loaded).toEqual([form.script]);
});

const verification: VerificationDetails = {
  intent: 'STORE',
  billingContact: { countryCode: 'GB', givenName: 'Amy', familyName: 'Moss', email: 'amy@players.example' },
  customerInitiated: true,
  sellerKeyedIn: false,
};
const taken: TokenResult = { status: 'OK', token: 'cnon:1', details: { card: { last4: '1111' } } };

/** Creates a stub of Square's current card form, whose `tokenize` verifies the buyer. */
const now = (answer: TokenResult): SquareCard => ({
  attach: async () => {},
  tokenize: async (request) => (request === verification ? answer : { status: 'Error' }),
  destroy: async () => {},
});
const before = (answer: TokenResult): SquareCard => ({ ...now(answer), tokenize: async () => answer });

const payments = (verifyBuyer?: () => Promise<{ token?: string } | undefined>) => ({
  card: async () => now(taken),
  ...(verifyBuyer ? { verifyBuyer } : {}),
});

async function faultOf(attempt: Promise<unknown>): Promise<CardError> {
  const error = await attempt.catch((thrown: unknown) => thrown);
  if (!(error instanceof CardError)) throw new Error('The card was accepted');
  return error;
}

test('a card whose token is already verified is not verified again', async () => {
  const twice = async () => {
    throw new Error('Asked twice');
  };
  expect(await tokeniseCard({ payments: payments(twice), card: now(taken) }, verification)).toEqual({
    card_nonce: 'cnon:1',
    verification_token: '',
    card_details: '{"card":{"last4":"1111"}}',
  });
});

test('verifyBuyer is called if the script’s tokenize doesn’t verify the buyer', async () => {
  const card = before(taken);
  const verified = await tokeniseCard({ payments: payments(async () => ({ token: 'verf:1' })), card }, verification);
  expect(verified).toMatchObject({ card_nonce: 'cnon:1', verification_token: 'verf:1' });
  // In some cases there is nothing to verify, and newer scripts have no `verifyBuyer`
  for (const none of [payments(async () => undefined), payments()]) {
    expect(await tokeniseCard({ payments: none, card }, verification)).toMatchObject({ verification_token: '' });
  }
});

test('an error about card details has Square’s status and errors, and the message names the fields', async () => {
  const errors = [{ field: 'cardNumber', type: 'VALIDATION_ERROR' }, { field: 'cvv' }];
  const fault = await faultOf(
    tokeniseCard({ payments: payments(), card: now({ status: 'Invalid', errors }) }, verification),
  );
  expect(fault.message).toBe(`Tokenization failed-status: Invalid and errors: ${JSON.stringify(errors)}`);
  expect(fault.userMessage).toBe('Check the card number and the security code (CVV). Nothing was charged.');
  const silent = await faultOf(tokeniseCard({ payments: payments(), card: now({ status: 'Error' }) }, verification));
  expect(silent.message).toBe('Tokenization failed-status: Error');
  expect(silent.userMessage).toMatch(/try again in a moment/i);
});

test('for a buyer whom the bank doesn’t verify, tokenize and verifyBuyer lead to the same message and code', async () => {
  const error = { type: 'VERIFICATION_ERROR', code: 'CHALLENGE_FAILED', message: 'The buyer could not be verified' };
  const refuses = async () => {
    throw Object.assign(new Error(error.message), error);
  };
  const ways = [
    tokeniseCard({ payments: payments(), card: now({ status: 'Error', errors: [error] }) }, verification),
    tokeniseCard({ payments: payments(refuses), card: before(taken) }, verification),
  ];
  for (const fault of await Promise.all(ways.map(faultOf))) {
    expect(fault).toMatchObject({
      code: 'CHALLENGE_FAILED',
      userMessage: expect.stringMatching('Your bank didn’t confirm'),
    });
  }
});
