import type { Answer } from '#platform/shared/answer.ts';
import { showAlert } from '#platform/web/alerts/index.ts';

/** The recovery codes in an answer; most have none. */
export function codesIn(answer: Answer): string[] {
  const codes = 'recovery_codes' in answer ? answer.recovery_codes : [];
  return Array.isArray(codes) ? codes.filter((code) => typeof code === 'string') : [];
}

/** The challenge that a passkey call gives the browser; undefined when it was refused. */
export const optionsIn = (answer: Answer): unknown =>
  answer.code === 200 && 'options' in answer ? answer.options : undefined;

/** What to say when the browser, or the person using it, gave no passkey answer. */
export function passkeyFault(error: unknown): Answer {
  const name = error instanceof Error ? error.name : '';
  const msg =
    name === 'InvalidStateError'
      ? 'This device has a passkey for your account already.'
      : name === 'NotAllowedError' || name === 'AbortError'
        ? 'No passkey was used. Try again when you are ready.'
        : 'This browser couldn’t use a passkey here. Try another browser or device.';
  return { code: 0, msg };
}

/** Tells whoever called their erasure off by signing in that they did: the form they used is gone. */
export function welcomeBack(answer: Answer): void {
  if ('kept' in answer) showAlert({ title: 'Welcome back', content: answer.msg });
}
