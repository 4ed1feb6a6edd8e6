import type { Answer } from '#platform/shared/answer.ts';
import { showAlert } from './alerts.ts';
import { isHeld, saidAt, say, unsay } from './said.ts';

/**
 * Once the page shows what has changed: the sentence stands at its place, and is an alert where that is gone with its
 * form, or is far from what the reader sees. Whoever pressed a button that is there no more goes on from the sentence:
 * the focus would be nowhere.
 */
export async function settle(place: string, answer: Answer): Promise<void> {
  const alert = () => showAlert({ title: answer.msg }, answer.code === 200 ? 'ok' : 'bad', place);
  // What was fetched is drawn by then
  await new Promise((drawn) => setTimeout(drawn));
  if (isHeld(place)) {
    if (saidAt(place) !== answer) say(place, answer);
  } else {
    unsay(place);
    alert();
  }
  await new Promise((drawn) => setTimeout(drawn));
  const sentence = [...document.querySelectorAll<HTMLElement>('[data-said]')].find(
    (one) => one.dataset.said === place && one.textContent !== '',
  );
  if (!sentence) return;
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body;
  if (isLost) sentence.focus({ preventScroll: true });
  const { top, bottom } = sentence.getBoundingClientRect();
  if (isLost || (bottom > 0 && top < window.innerHeight + near)) sentence.scrollIntoView({ block: 'nearest' });
  else alert();
}

/** How far below the window's edge a sentence may begin and still be brought into it (pixels). */
const near = 200;
