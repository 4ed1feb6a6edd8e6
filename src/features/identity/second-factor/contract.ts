import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { instant, singleLineText } from '#platform/shared/calls/schemas.ts';
import { longestPasskeyName } from './codes.ts';

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant,
  /** "" when it has never been used. */
  last_used_at: instant.or(z.literal('')),
});

/** `two_factor` of the account settings. `enabled` and `provisioning_qr` are protocol, the rest is for our own screen. */
export const TwoFactor = z.object({
  enabled: z.boolean(),
  /** Rows of dark (true) and light squares; none once codes are on. */
  provisioning_qr: z.array(z.array(z.boolean())),
  /** The same for typing, and as a link for phones; "" once codes are on. */
  secret: z.string(),
  provisioning_uri: z.string(),
  recovery_codes_left: z.number().int(),
  passkeys: z.array(Passkey),
  /** Browsers make passkeys only for names, not for a bare network address. */
  passkeys_possible: z.boolean(),
  /** True if this account has to have a second factor. */
  required: z.boolean(),
});
export type TwoFactor = z.infer<typeof TwoFactor>;

/** Replaces the sign-in form once the password was right. */
export const SecondStep = z.object({
  /** True if a passkey of theirs can be asked for. Codes, from an app or for recovery, always can. */
  passkeys: z.boolean(),
  /** The answer to the last attempt, shown without JavaScript. */
  answered: z
    .object({ code: z.number(), msg: z.string(), fields: z.record(z.string(), z.string()).exactOptional() })
    .exactOptional(),
});
export type SecondStep = z.infer<typeof SecondStep>;

const otp_code = z
  .string({ error: 'Enter the code.' })
  .trim()
  .min(1, 'Enter the code.')
  .max(100, 'That’s too long for a code.');

/** POST /members/api/account_settings/two_factor. */
export const EnableTotp = z.object({ otp_code });

/** POST /members/api/reauthenticate/second_factor: a code from an app, or a recovery code. */
export const VerifyCode = z.object({ otp_code });
export type VerifyCode = z.infer<typeof VerifyCode>;

/** A browser's response to a passkey challenge; @simplewebauthn checks it. */
const base64url = z
  .string()
  .max(20_000)
  .regex(/^[A-Za-z0-9_-]*$/);
const credential = {
  id: base64url.min(1),
  rawId: base64url.min(1),
  type: z.literal('public-key'),
  // None is asked for
  clientExtensionResults: z
    .unknown()
    .default({})
    .transform(() => ({})),
};
const noAnswer = { error: 'Your browser sent an answer we couldn’t read.' };
export const PasskeyRegistrationResponse = z.object(
  {
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  },
  noAnswer,
);
export const PasskeyAuthenticationResponse = z.object(
  {
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: base64url.optional(),
    }),
  },
  noAnswer,
);

export const StartPasskeyRegistration = z.object({
  name: singleLineText('Give it a name.', longestPasskeyName, `Use no more than ${longestPasskeyName} characters.`),
});
export const AddPasskey = z.object({ passkey: PasskeyRegistrationResponse });
export const VerifyPasskey = z.object({ passkey: PasskeyAuthenticationResponse });
export type VerifyPasskey = z.infer<typeof VerifyPasskey>;

/** POST /members/api/second_factor: a code from an app, a recovery code in the same field, or a passkey. */
export const VerifySecondFactor = z
  .object({ otp_code: otp_code.optional(), passkey: PasskeyAuthenticationResponse.optional() })
  .refine((given) => given.otp_code !== undefined || given.passkey !== undefined, {
    error: 'Enter the code.',
    path: ['otp_code'],
  });

const isChallenge = (options: unknown) => typeof options === 'object' && options !== null && 'challenge' in options;
/** The options of a passkey request in the browser, as @simplewebauthn has them. */
const ToMakePasskey = z.custom<PublicKeyCredentialCreationOptionsJSON>(isChallenge);
const ToUsePasskey = z.custom<PublicKeyCredentialRequestOptionsJSON>(isChallenge);

const own = '/members/api/account_settings';

/** Recovery codes come with the first second factor, and are shown once; none if there are some already. */
const codes = { 200: z.object({ recovery_codes: z.array(z.string()) }) };

export const enableTotp = declareCall('POST', `${own}/two_factor`, { body: EnableTotp, answers: codes });
export const disableTotp = declareCall('POST', `${own}/two_factor/off`);
export const makeRecoveryCodes = declareCall('POST', `${own}/recovery_codes`, { answers: codes });
export const startPasskeyRegistration = declareCall('POST', `${own}/passkeys/options`, {
  body: StartPasskeyRegistration,
  answers: { 200: z.object({ options: ToMakePasskey }) },
});
export const addPasskey = declareCall('POST', `${own}/passkeys`, { body: AddPasskey, answers: codes });
export const removePasskey = declareCall('POST', `${own}/passkeys/:id/remove`);

const challenge = { 200: z.object({ options: ToUsePasskey }) };
/** `kept` if signing in called off the erasure of the account. */
export const signedInAnswers = { 200: z.object({ kept: z.literal(true).exactOptional() }) };

/** Asks if a visitor who has given one factor has a passkey. */
export const knowsPasskey = declareCall('GET', '/members/api/passkey/known', {
  answers: { 200: z.object({ passkey: z.boolean() }) },
});
export const requestSignInChallenge = declareCall('POST', '/members/api/passkey/options', { answers: challenge });
export const signInByPasskey = declareCall('POST', '/members/api/passkey', {
  body: VerifyPasskey,
  answers: signedInAnswers,
});
export const verifySecondFactor = declareCall('POST', '/members/api/second_factor', {
  body: VerifySecondFactor,
  answers: signedInAnswers,
});
export const requestSecondFactorChallenge = declareCall('POST', '/members/api/second_factor/passkey_options', {
  answers: challenge,
});
export const cancelSecondFactor = declareCall('POST', '/members/api/second_factor/cancel');
export const requestReauthenticationChallenge = declareCall('POST', '/members/api/reauthenticate/passkey_options', {
  answers: challenge,
});
export const reauthenticateWithPasskey = declareCall('POST', '/members/api/reauthenticate/passkey', {
  body: VerifyPasskey,
});
export const reauthenticateWithCode = declareCall('POST', '/members/api/reauthenticate/second_factor', {
  body: VerifyCode,
});
