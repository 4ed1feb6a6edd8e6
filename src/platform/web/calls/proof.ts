import type { Needed, Refused } from '#platform/shared/answer.ts';

type Ask = (needs: Needed) => Promise<boolean>;

let ask: Ask | undefined;

/** Asks for proof in a window over the page, so that nothing typed there is lost; true once it was given. */
export function askBy(way: Ask): void {
  ask = way;
}

/** Sends; where the sender has to prove first who they are, asks for that and sends again. */
export async function withProof<Sent>(
  send: () => Promise<Sent>,
  answerOf: (sent: Sent) => Pick<Refused, 'needs'>,
): Promise<Sent> {
  let sent = await send();
  // Both may be asked for, one after the other, but each only once
  for (const proven = new Set<Needed>(); ; ) {
    const { needs } = answerOf(sent);
    if (needs === undefined || needs === 'confirmation' || ask === undefined || proven.has(needs)) return sent;
    proven.add(needs);
    if (!(await ask(needs).catch(() => false))) return sent;
    sent = await send();
  }
}
