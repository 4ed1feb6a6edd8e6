// The library takes a seventh of a second to load: here nobody's page waits for that, and only who uses a passkey does.
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

/** What can be asked, each with what it is asked of. */
export interface PasskeyWork {
  toMake: { asked: GenerateRegistrationOptionsOpts; answer: PublicKeyCredentialCreationOptionsJSON };
  toUse: { asked: GenerateAuthenticationOptionsOpts; answer: PublicKeyCredentialRequestOptionsJSON };
  made: { asked: VerifyRegistrationResponseOpts; answer: VerifiedRegistrationResponse | undefined };
  used: { asked: VerifyAuthenticationResponseOpts; answer: VerifiedAuthenticationResponse | undefined };
}

export type PasskeyQuestion = {
  [Work in keyof PasskeyWork]: { work: Work; asked: PasskeyWork[Work]['asked'] };
}[keyof PasskeyWork];

/** What a browser answers may be wrong in any way; the library throws then. */
const orNothing = <Checked>(checking: Promise<Checked>) => checking.catch(() => undefined);

answering((question: PasskeyQuestion): Promise<PasskeyWork[keyof PasskeyWork]['answer']> => {
  if (question.work === 'toMake') return generateRegistrationOptions(question.asked);
  if (question.work === 'toUse') return generateAuthenticationOptions(question.asked);
  if (question.work === 'made') return orNothing(verifyRegistrationResponse(question.asked));
  return orNothing(verifyAuthenticationResponse(question.asked));
});
