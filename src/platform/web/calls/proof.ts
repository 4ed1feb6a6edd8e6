import type { Answer } from '#platform/shared/answer.ts';

const kinds = ['sign_in', 'password', 'second_factor'] as const;
/** What a refused call wants first: somebody signed in, their password or their second factor once more. */
export type Needed = (typeof kinds)[number];

type Ask = (needs: Needed) => Promise<boolean>;

let ask: Ask | undefined;

/** Names what asks for it over the page, so that nothing typed there is lost; true once it was given. */
export function askBy(way: Ask): void {
  ask = way;
}

const neededBy = (answer: Answer): Needed | undefined =>
  'needs' in answer ? kinds.find((kind) => kind === answer.needs) : undefined;

/** Sends, and where whoever sends it has to show first who they are, sends again once they have. */
export async function withProof<Sent>(send: () => Promise<Sent>, answerOf: (sent: Sent) => Answer): Promise<Sent> {
  let sent = await send();
  // One may be asked for after the other, and none twice
  for (const asked = new Set<Needed>(); ; ) {
    const needs = neededBy(answerOf(sent));
    if (needs === undefined || ask === undefined || asked.has(needs)) return sent;
    asked.add(needs);
    if (!(await ask(needs).catch(() => false))) return sent;
    sent = await send();
  }
}
