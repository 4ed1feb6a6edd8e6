const inUse = 'a[href],button,input,select,textarea,summary';

/** The field with the focus weighs more than all controls that an alert could cover. */
const focusWeight = 1000;

/** The time the page rests before alerts are moved once more (milliseconds). */
const restMs = 100;

/**
 * Keeps the alerts in a place where they cover no controls, or as few as possible, and not the one with the focus: when
 * they appear, and after the page has scrolled or changed or the focus has moved. Returns a function that ends it.
 */
export function keepClearOfControls(box: HTMLElement): () => void {
  moveClearOfControls(box);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const moveLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      // An alert that is in nobody's way stays in the place where it is read
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

/** Moves the alerts: from their corner upwards, then along the other side. */
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

/** Returns a function that weighs the controls that the alerts cover once they are moved by so many pixels. */
function coverageOf(box: HTMLElement): (x: number, y: number) => number {
  const at = box.getBoundingClientRect();
  const controls = [...document.querySelectorAll(inUse)]
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
