import type { Answer } from '../../shared/answer.ts';

/** What a refused call wants first: somebody signed in, or their password once more. */
export type Needed = 'sign_in' | 'password';

type Ask = (needs: Needed) => Promise<boolean>;

let ask: Ask | undefined;

/** Names what asks for it over the page, so that nothing typed there is lost; true once it was given. */
export function askBy(way: Ask): void {
  ask = way;
}

const neededBy = (answer: Answer): Needed | undefined =>
  'needs' in answer && (answer.needs === 'sign_in' || answer.needs === 'password') ? answer.needs : undefined;

/** Sends, and where whoever sends it has to show first who they are, sends again once they have. */
export async function withProof<Sent>(send: () => Promise<Sent>, answerOf: (sent: Sent) => Answer): Promise<Sent> {
  const sent = await send();
  const needs = neededBy(answerOf(sent));
  if (needs === undefined || ask === undefined) return sent;
  return (await ask(needs).catch(() => false)) ? send() : sent;
}
