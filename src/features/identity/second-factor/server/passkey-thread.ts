// Loading the library takes about 150 ms. A worker thread loads it on first use, so that other requests aren't delayed.
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

/** The tasks of this thread, with their input and output. */
export interface PasskeyTasks {
  registrationOptions: { input: GenerateRegistrationOptionsOpts; output: PublicKeyCredentialCreationOptionsJSON };
  authenticationOptions: { input: GenerateAuthenticationOptionsOpts; output: PublicKeyCredentialRequestOptionsJSON };
  verifyRegistration: { input: VerifyRegistrationResponseOpts; output: VerifiedRegistrationResponse | undefined };
  verifyAuthentication: { input: VerifyAuthenticationResponseOpts; output: VerifiedAuthenticationResponse | undefined };
}

export type PasskeyWorkerRequest = {
  [Task in keyof PasskeyTasks]: { task: Task; input: PasskeyTasks[Task]['input'] };
}[keyof PasskeyTasks];

/** Returns undefined where the library would throw, as for a malformed response from a browser. */
const orUndefined = <Result>(verification: Promise<Result>) => verification.catch(() => undefined);

handleWorkerTasks((request: PasskeyWorkerRequest): Promise<PasskeyTasks[keyof PasskeyTasks]['output']> => {
  if (request.task === 'registrationOptions') return generateRegistrationOptions(request.input);
  if (request.task === 'authenticationOptions') return generateAuthenticationOptions(request.input);
  if (request.task === 'verifyRegistration') return orUndefined(verifyRegistrationResponse(request.input));
  return orUndefined(verifyAuthenticationResponse(request.input));
});
