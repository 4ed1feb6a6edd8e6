import type { CallResponse, ErrorResponse } from '#platform/shared/calls/call-response.ts';
import { showAlert } from '#platform/web/alerts/index.ts';

/** Returns the message for a browser, or a person using it, that gave no passkey answer. */
export function passkeyFault(error: unknown): ErrorResponse {
  const name = error instanceof Error ? error.name : '';
  const msg =
    name === 'InvalidStateError'
      ? 'This device already has a passkey for your account.'
      : name === 'NotAllowedError' || name === 'AbortError'
        ? 'No passkey was used. Try again when you’re ready.'
        : 'This browser couldn’t use a passkey here. Try another browser or device.';
  return { code: 0, msg };
}

/** Tells somebody that signing in called off the erasure of their account: the form they used is gone. */
export function welcomeBack(answer: CallResponse & { kept?: true | undefined }): void {
  if (answer.kept) showAlert({ title: 'Welcome back', content: answer.msg });
}
