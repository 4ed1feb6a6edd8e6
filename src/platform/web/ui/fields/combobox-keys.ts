/**
 * Returns the index that a key leads to from the option at `at` in a list of `count`. -1 is the field itself: the
 * arrows go round through it, and keys that move its cursor lead to it. Undefined for a key that leads nowhere.
 */
export function getOptionIndexForKey(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return at + 1 < count ? at + 1 : count > 0 ? 0 : -1;
    case 'ArrowUp':
      return at > 0 ? at - 1 : count - 1;
    case 'Home':
    case 'End':
    case 'ArrowLeft':
    case 'ArrowRight':
      return -1;
    default:
      return undefined;
  }
}
