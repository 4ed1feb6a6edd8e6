import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { showAlert } from './alerts.tsx';
import { clearResponse, getResponse, isSlotMounted, showResponse } from './call-status.tsx';

/**
 * Shows the response once the page has been updated: in its place or, if that is gone or out of view, as an alert. A
 * form's refusal stays next to the form, so the page scrolls to it. If the pressed button was removed, moves the focus
 * to the response.
 */
export async function revealResponse(place: string, answer: CallResponse): Promise<void> {
  const done = answer.code === 200;
  const moveToAlert = () => {
    clearResponse(place);
    showAlert({ title: answer.msg }, done ? 'ok' : 'bad', place);
  };
  // Waits until the fetched content has been rendered
  await new Promise((drawn) => setTimeout(drawn));
  const shown = getResponse(place);
  // The user has pressed again before this page was fetched, so only the later response is shown
  if (shown !== null && shown !== answer) return;
  if (isSlotMounted(place)) {
    if (shown === null) showResponse(place, answer);
  } else {
    moveToAlert();
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
  const isNear = bottom > 0 && top < window.innerHeight + near;
  // The field named in the response has the focus and shows the reason
  if (!isNear && activeElement?.getAttribute('aria-invalid') === 'true') return;
  if (isLost || isNear || (!done && sentence.closest('form'))) sentence.scrollIntoView({ block: 'nearest' });
  else moveToAlert();
}

/** The maximum distance below the bottom of the window at which a response is still scrolled into view (pixels). */
const near = 200;
