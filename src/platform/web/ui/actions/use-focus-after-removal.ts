import { useEffect } from 'react';

/**
 * When a pressed button is removed with its row, moves the focus to the same button in the next or previous row. If
 * there is none, moves it into the closest remaining container. Otherwise the focus would be lost.
 */
export function useFocusAfterRemoval(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rememberPress = ({ target }: MouseEvent) => {
      const button = target instanceof Element ? target.closest('button') : null;
      const part = button?.closest('main, dialog');
      if (!button || !part) return;
      const around = ancestorsOf(button);
      const similar = findSimilarButtons(button, part);
      // The page scrolls only for keyboard users, because mouse users can see where they want to go next
      const preventScroll = !button.matches(':focus-visible');
      // In the next task, the page shows the change. On a busy page another button may be pressed before that. Then the
      // focus has already left this button, and belongs near the other one
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (button.isConnected || document.activeElement !== document.body) return;
        const nearest = around.find((one) => one.isConnected && part.contains(one) && focusableIn(one));
        const same = getFocusTarget(similar.find((one) => one.isConnected && nearest?.contains(one)));
        (same ?? (nearest && focusableIn(nearest)))?.focus({ preventScroll });
      });
    };
    document.addEventListener('click', rememberPress, true);
    return () => document.removeEventListener('click', rememberPress, true);
  }, []);
}

/**
 * Returns the element to focus for a button. A button in a closed menu can't be focused, so the menu's summary is
 * returned instead.
 */
const getFocusTarget = (button: HTMLElement | undefined) =>
  button?.closest('details:not([open])')?.querySelector('summary') ?? button;

const focusableIn = (around: Element) =>
  around.querySelector<HTMLElement>(
    'a[href], button:not(:disabled), input:not([type=hidden]), select, textarea, summary',
  );

function ancestorsOf(element: Element): Element[] {
  const above = element.parentElement;
  return above ? [above, ...ancestorsOf(above)] : [];
}

/**
 * Finds the buttons with the same icon or text as `button`: first those after it, then those before it, the nearest
 * first.
 */
function findSimilarButtons(button: HTMLButtonElement, part: Element): HTMLButtonElement[] {
  const sign = signOf(button);
  const all = [...part.querySelectorAll('button')].filter((one) => signOf(one) === sign);
  const at = all.indexOf(button);
  return [...all.slice(at + 1), ...all.slice(0, at).reverse()];
}

/** Returns a button's visible icon or text, without its label for screen readers. */
const signOf = (button: HTMLButtonElement) => button.querySelector('svg')?.outerHTML ?? button.firstChild?.textContent;
