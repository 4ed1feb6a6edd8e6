import { flushSync } from 'react-dom';

/**
 * Has a refusal drawn, and goes to the first field in `form` that it finds wrong. False when it names none. Drawn at
 * once: a frame later its messages need not be there yet on a slow telephone, and nothing would be gone to.
 */
export function focusFirstError(form: HTMLElement | null, draw: () => void): boolean {
  flushSync(draw);
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]');
  wrong?.focus({ preventScroll: true });
  // From its label on: the field alone would come to stand right under the header
  const label = wrong && 'labels' in wrong ? (wrong as HTMLInputElement).labels?.[0] : undefined;
  wrong?.scrollIntoView({ block: 'nearest' });
  label?.scrollIntoView({ block: 'nearest' });
  return wrong != null;
}
