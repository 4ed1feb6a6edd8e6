import { flushSync } from 'react-dom';

/**
 * Draws a refusal and focuses the first field in `form` that it finds wrong. False when it names none. Drawn at once,
 * since on a slow phone a frame later the messages might not be there yet.
 */
export function focusFirstError(form: HTMLElement | null, draw: () => void): boolean {
  flushSync(draw);
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]');
  wrong?.focus({ preventScroll: true });
  // Scrolls to its label: the field alone would end up right under the header
  const label = wrong && 'labels' in wrong ? (wrong as HTMLInputElement).labels?.[0] : undefined;
  wrong?.scrollIntoView({ block: 'nearest' });
  label?.scrollIntoView({ block: 'nearest' });
  return wrong != null;
}
