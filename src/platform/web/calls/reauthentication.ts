import type { AuthenticationRequirement, ErrorResponse } from '#platform/shared/calls/call-response.ts';

type Ask = (needs: AuthenticationRequirement) => Promise<boolean>;

let ask: Ask | undefined;

let findUserId = () => '';

/** Returns the id of the user for whom the page on screen was rendered; "" for a visitor who isn't signed in. */
export const getPageUserId = (): string => findUserId();

/**
 * Sets how the page's user is found, and the re-authentication prompt: a dialog over the page, so that nothing typed is
 * lost. The prompt resolves to true once the user has authenticated.
 */
export function configureReauthentication(findPageUserId: () => string, prompt: Ask): void {
  findUserId = findPageUserId;
  ask = prompt;
}

/**
 * Sends a request. If the response requires authentication, asks the user to authenticate, then sends the request
 * again. If the user cancels, returns that response.
 */
export async function withReauthentication<Sent>(
  send: () => Promise<Sent>,
  answerOf: (sent: Sent) => Pick<ErrorResponse, 'needs'>,
): Promise<Sent> {
  let sent = await send();
  // The server may require several kinds of authentication, one after another, but each kind only once
  for (const proven = new Set<AuthenticationRequirement>(); ; ) {
    const { needs } = answerOf(sent);
    if (needs === undefined || needs === 'confirmation' || ask === undefined || proven.has(needs)) return sent;
    proven.add(needs);
    if (!(await ask(needs).catch(() => false))) return sent;
    sent = await send();
  }
}
