// The library takes a seventh of a second to load. In this thread no page waits for that, and it is loaded only when
// somebody uses a passkey.
import {
  type GenerateAuthenticationOptionsOpts,
  type GenerateRegistrationOptionsOpts,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type VerifiedAuthenticationResponse,
  type VerifiedRegistrationResponse,
  type VerifyAuthenticationResponseOpts,
  type VerifyRegistrationResponseOpts,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { handleWorkerTasks } from '#platform/server/background/handle-worker-tasks.ts';

/** The requests of this thread, each with its input. */
export interface PasskeyWork {
  toMake: { input: GenerateRegistrationOptionsOpts; answer: PublicKeyCredentialCreationOptionsJSON };
  toUse: { input: GenerateAuthenticationOptionsOpts; answer: PublicKeyCredentialRequestOptionsJSON };
  made: { input: VerifyRegistrationResponseOpts; answer: VerifiedRegistrationResponse | undefined };
  used: { input: VerifyAuthenticationResponseOpts; answer: VerifiedAuthenticationResponse | undefined };
}

export type PasskeyWorkerRequest = {
  [Work in keyof PasskeyWork]: { work: Work; input: PasskeyWork[Work]['input'] };
}[keyof PasskeyWork];

/** A browser's answer may be wrong in any way; the library throws then. */
const orNothing = <Checked>(checking: Promise<Checked>) => checking.catch(() => undefined);

handleWorkerTasks((question: PasskeyWorkerRequest): Promise<PasskeyWork[keyof PasskeyWork]['answer']> => {
  if (question.work === 'toMake') return generateRegistrationOptions(question.input);
  if (question.work === 'toUse') return generateAuthenticationOptions(question.input);
  if (question.work === 'made') return orNothing(verifyRegistrationResponse(question.input));
  return orNothing(verifyAuthenticationResponse(question.input));
});
