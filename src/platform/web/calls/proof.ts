import type { Needed, Refused } from '#platform/shared/answer.ts';

type Ask = (needs: Needed) => Promise<boolean>;

let ask: Ask | undefined;

/** Names what asks for it over the page, so that nothing typed there is lost; true once it was given. */
export function askBy(way: Ask): void {
  ask = way;
}

/** Sends, and where whoever sends it has to show first who they are, sends again once they have. */
export async function withProof<Sent>(
  send: () => Promise<Sent>,
  answerOf: (sent: Sent) => Pick<Refused, 'needs'>,
): Promise<Sent> {
  let sent = await send();
  // One may be asked for after the other, and none twice
  for (const asked = new Set<Needed>(); ; ) {
    const { needs } = answerOf(sent);
    if (needs === undefined || ask === undefined || asked.has(needs)) return sent;
    asked.add(needs);
    if (!(await ask(needs).catch(() => false))) return sent;
    sent = await send();
  }
}
