import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { z } from 'zod';
import { declareCall } from '#platform/shared/calls/calls.ts';
import { instant, requiredSingleLine } from '#platform/shared/calls/schemas.ts';
import { maxPasskeyNameLength } from './codes.ts';

export const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  created_at: instant,
  /** The time at which the passkey was last used; "" if it has never been used. */
  last_used_at: instant.or(z.literal('')),
});

/**
 * The `two_factor` part of the account settings. The specification prescribes `enabled` and `provisioning_qr`; the rest
 * is our addition.
 */
export const TwoFactorSettings = z.object({
  enabled: z.boolean(),
  /** The QR code as rows of dark (true) and light squares; empty once codes from an app are turned on. */
  provisioning_qr: z.array(z.array(z.boolean())),
  /** The QR code's secret, for typing into an app; "" once codes from an app are turned on. */
  secret: z.string(),
  /** A link that adds the secret to an app on the same device; "" once codes from an app are turned on. */
  provisioning_uri: z.string(),
  recovery_codes_left: z.number().int(),
  passkeys: z.array(Passkey),
  /** False if the site is opened at an IP address, for which browsers don't create passkeys. */
  passkeys_possible: z.boolean(),
  /** True if the account must have a second factor. */
  required: z.boolean(),
});
export type TwoFactorSettings = z.infer<typeof TwoFactorSettings>;

/** The second step of signing in, which replaces the sign-in form once the password is correct. */
export const SecondStep = z.object({
  /** True if the user can use a passkey. Codes from an app and recovery codes can always be entered. */
  passkeys: z.boolean(),
  /** The response to the last attempt, for browsers without JavaScript. */
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

export const EnableTotpBody = z.object({ otp_code });

/** POST /members/api/reauthenticate/second_factor: a code from an app, or a recovery code. */
export const VerifyCodeBody = z.object({ otp_code });
export type VerifyCodeBody = z.infer<typeof VerifyCodeBody>;

/** The encoding of a browser's response to a passkey challenge. @simplewebauthn verifies the content. */
const base64url = z
  .string()
  .max(20_000)
  .regex(/^[A-Za-z0-9_-]*$/);
const credential = {
  id: base64url.min(1),
  rawId: base64url.min(1),
  type: z.literal('public-key'),
  // No extensions are requested, so results of extensions are dropped
  clientExtensionResults: z
    .unknown()
    .default({})
    .transform(() => ({})),
};
const unreadable = { error: 'Your browser sent a response that we couldn’t read. Try again.' };
export const PasskeyRegistrationResponse = z.object(
  {
    ...credential,
    response: z.object({
      clientDataJSON: base64url,
      attestationObject: base64url,
      transports: z.array(z.string().max(20)).max(10).optional(),
    }),
  },
  unreadable,
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
  unreadable,
);

export const StartPasskeyRegistrationBody = z.object({
  name: requiredSingleLine(
    'Give the passkey a name.',
    maxPasskeyNameLength,
    `Use no more than ${maxPasskeyNameLength} characters.`,
  ),
});
export const AddPasskeyBody = z.object({ passkey: PasskeyRegistrationResponse });
export const VerifyPasskeyBody = z.object({ passkey: PasskeyAuthenticationResponse });
export type VerifyPasskeyBody = z.infer<typeof VerifyPasskeyBody>;

/** POST /members/api/second_factor: a code from an app, a recovery code in the same field, or a passkey. */
export const VerifySecondFactorBody = z
  .object({ otp_code: otp_code.optional(), passkey: PasskeyAuthenticationResponse.optional() })
  .refine((given) => given.otp_code !== undefined || given.passkey !== undefined, {
    error: 'Enter the code.',
    path: ['otp_code'],
  });

const isChallenge = (options: unknown) => typeof options === 'object' && options !== null && 'challenge' in options;
/** The options of a passkey request, in the types of @simplewebauthn. */
const RegistrationOptions = z.custom<PublicKeyCredentialCreationOptionsJSON>(isChallenge);
const AuthenticationOptions = z.custom<PublicKeyCredentialRequestOptionsJSON>(isChallenge);

const own = '/members/api/account_settings';

/** New recovery codes, shown once. Empty if a second factor is added to an account that has unused recovery codes. */
const codes = { 200: z.object({ recovery_codes: z.array(z.string()) }) };

export const enableTotp = declareCall('POST', `${own}/two_factor`, { body: EnableTotpBody, answers: codes });
export const disableTotp = declareCall('POST', `${own}/two_factor/off`);
export const regenerateRecoveryCodes = declareCall('POST', `${own}/recovery_codes`, { answers: codes });
export const startPasskeyRegistration = declareCall('POST', `${own}/passkeys/options`, {
  body: StartPasskeyRegistrationBody,
  answers: { 200: z.object({ options: RegistrationOptions }) },
});
export const addPasskey = declareCall('POST', `${own}/passkeys`, { body: AddPasskeyBody, answers: codes });
export const removePasskey = declareCall('POST', `${own}/passkeys/:id/remove`);

const challenge = { 200: z.object({ options: AuthenticationOptions }) };
/** `kept` is true if signing in has cancelled the erasure of the account. */
export const signedInResponses = { 200: z.object({ kept: z.literal(true).exactOptional() }) };

/** Checks whether the account of the session, full or pending, has a passkey. */
export const checkPasskeyExists = declareCall('GET', '/members/api/passkey/known', {
  answers: { 200: z.object({ passkey: z.boolean() }) },
});
export const requestSignInChallenge = declareCall('POST', '/members/api/passkey/options', { answers: challenge });
export const signInByPasskey = declareCall('POST', '/members/api/passkey', {
  body: VerifyPasskeyBody,
  answers: signedInResponses,
});
export const verifySecondFactor = declareCall('POST', '/members/api/second_factor', {
  body: VerifySecondFactorBody,
  answers: signedInResponses,
});
export const requestSecondFactorChallenge = declareCall('POST', '/members/api/second_factor/passkey_options', {
  answers: challenge,
});
export const cancelSecondStep = declareCall('POST', '/members/api/second_factor/cancel');
export const requestReauthenticationChallenge = declareCall('POST', '/members/api/reauthenticate/passkey_options', {
  answers: challenge,
});
export const reauthenticateWithPasskey = declareCall('POST', '/members/api/reauthenticate/passkey', {
  body: VerifyPasskeyBody,
});
export const reauthenticateWithCode = declareCall('POST', '/members/api/reauthenticate/second_factor', {
  body: VerifyCodeBody,
});
