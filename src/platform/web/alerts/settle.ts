import type { Answer } from '#platform/shared/answer.ts';
import { showAlert } from './alerts.ts';
import { answerAt, clearAnswer, isHeld, showAnswer } from './answer-store.ts';

/**
 * Shows the response once the page has updated: in its slot, or as an alert if the slot is gone or out of view. If the
 * pressed button was removed, moves the focus to the response.
 */
export async function settle(place: string, answer: Answer): Promise<void> {
  const alert = () => showAlert({ title: answer.msg }, answer.code === 200 ? 'ok' : 'bad', place);
  // Fetched content is rendered by then
  await new Promise((drawn) => setTimeout(drawn));
  if (isHeld(place)) {
    if (answerAt(place) !== answer) showAnswer(place, answer);
  } else {
    clearAnswer(place);
    alert();
  }
  await new Promise((drawn) => setTimeout(drawn));
  const sentence = [...document.querySelectorAll<HTMLElement>('[data-answer]')].find(
    (one) => one.dataset.answer === place && one.textContent !== '',
  );
  if (!sentence) return;
  const { activeElement } = document;
  const isLost = activeElement === null || activeElement === document.body;
  if (isLost) sentence.focus({ preventScroll: true });
  const { top, bottom } = sentence.getBoundingClientRect();
  if (isLost || (bottom > 0 && top < window.innerHeight + near)) sentence.scrollIntoView({ block: 'nearest' });
  else alert();
}

/** How far below the window's edge an answer may begin and still be scrolled into view (pixels). */
const near = 200;
