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
import { answering } from '#platform/server/background/answering.ts';

/** The requests of this thread, each with its input. */
export interface PasskeyWork {
  toMake: { asked: GenerateRegistrationOptionsOpts; answer: PublicKeyCredentialCreationOptionsJSON };
  toUse: { asked: GenerateAuthenticationOptionsOpts; answer: PublicKeyCredentialRequestOptionsJSON };
  made: { asked: VerifyRegistrationResponseOpts; answer: VerifiedRegistrationResponse | undefined };
  used: { asked: VerifyAuthenticationResponseOpts; answer: VerifiedAuthenticationResponse | undefined };
}

export type PasskeyQuestion = {
  [Work in keyof PasskeyWork]: { work: Work; asked: PasskeyWork[Work]['asked'] };
}[keyof PasskeyWork];

/** A browser's answer may be wrong in any way; the library throws then. */
const orNothing = <Checked>(checking: Promise<Checked>) => checking.catch(() => undefined);

answering((question: PasskeyQuestion): Promise<PasskeyWork[keyof PasskeyWork]['answer']> => {
  if (question.work === 'toMake') return generateRegistrationOptions(question.asked);
  if (question.work === 'toUse') return generateAuthenticationOptions(question.asked);
  if (question.work === 'made') return orNothing(verifyRegistrationResponse(question.asked));
  return orNothing(verifyAuthenticationResponse(question.asked));
});
