const controlSelector = 'a[href],button,input,select,textarea,summary,[contenteditable]';

/**
 * The weight of the focused control. It is more than the total weight of all other controls that an alert could cover.
 */
const focusWeight = 1000;

/** The time in milliseconds for which the page has to be at rest before alerts are moved again. */
const restMs = 100;

/**
 * Moves the alerts to where they cover as few controls as possible, and above all not the focused one. Later, when the
 * page has scrolled or changed its size or the focus has moved, they move only if they cover a control. Returns a
 * function that stops moving them.
 */
export function keepAlertsClearOfControls(box: HTMLElement): () => void {
  moveClearOfControls(box);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moveLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // An alert that covers no control stays where it is, because somebody may be reading it
      if (coverageOf(box)(0, 0) > 0) moveClearOfControls(box);
    }, restMs);
  };
  const listening = new AbortController();
  const { signal } = listening;
  document.addEventListener('scroll', moveLater, { capture: true, passive: true, signal });
  window.addEventListener('resize', moveLater, { signal });
  document.addEventListener('focusin', moveLater, { signal });
  const observer = new ResizeObserver(moveLater);
  observer.observe(document.body);
  return () => {
    clearTimeout(timer);
    listening.abort();
    observer.disconnect();
  };
}

/**
 * Moves the alerts to the position at which they cover the fewest controls. Tries positions from their corner upwards,
 * then along the other side of the window.
 */
function moveClearOfControls(box: HTMLElement): void {
  const { style } = box;
  style.translate = '';
  const at = box.getBoundingClientRect();
  const coverage = coverageOf(box);
  let best = { lies: Number.POSITIVE_INFINITY, x: 0, y: 0 };
  for (const x of [0, window.innerWidth - at.left - at.right]) {
    for (let y = 0; at.top + y > 8; y -= 16) {
      const lies = coverage(x, y);
      if (lies < best.lies) best = { lies, x, y };
    }
  }
  style.translate = `${best.x}px ${best.y}px`;
}

/** Returns a function that weighs the controls covered by the alerts once they are moved by `x` and `y` pixels. */
function coverageOf(box: HTMLElement): (x: number, y: number) => number {
  const at = box.getBoundingClientRect();
  const controls = [...document.querySelectorAll(controlSelector)]
    .filter((control) => !box.contains(control))
    .map((control) => ({
      rect: control.getBoundingClientRect(),
      weight: control === document.activeElement ? focusWeight : 1,
    }))
    .filter(({ rect: { width, height } }) => width > 0 && height > 0);
  return (x, y) =>
    controls.reduce(
      (sum, { rect, weight }) =>
        rect.right > at.left + x - 8 &&
        rect.left < at.right + x + 8 &&
        rect.bottom > at.top + y - 8 &&
        rect.top < at.bottom + y + 8
          ? sum + weight
          : sum,
      0,
    );
}
