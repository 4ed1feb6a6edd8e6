const inUse = 'a[href],button,input,select,textarea,summary';

/**
 * Moves the alerts to where they cover no controls, or as few as possible: from their corner upwards, then along the
 * other side.
 */
export function standClear(box: HTMLElement): void {
  const { style } = box;
  style.translate = '';
  const at = box.getBoundingClientRect();
  const others = [...document.querySelectorAll(inUse)]
    .filter((one) => !box.contains(one))
    .map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0);
  let best = { lies: Number.POSITIVE_INFINITY, x: 0, y: 0 };
  for (const x of [0, window.innerWidth - at.left - at.right]) {
    for (let y = 0; at.top + y > 8; y -= 16) {
      const lies = others.filter(
        (one) =>
          one.right > at.left + x - 8 &&
          one.left < at.right + x + 8 &&
          one.bottom > at.top + y - 8 &&
          one.top < at.bottom + y + 8,
      ).length;
      if (lies < best.lies) best = { lies, x, y };
    }
  }
  style.translate = `${best.x}px ${best.y}px`;
}
