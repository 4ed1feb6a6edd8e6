/**
 * A visitor's actions on a page that was visible but not hydrated yet. `src/head-script.ts` records them from the
 * start.
 */
interface EarlyInput {
  /** Form controls and their values, in the order in which they last changed. */
  changed: Map<Element, { value: string; checked: boolean }>;
  /**
   * The buttons pressed and the forms submitted that need a script, each with a function that presses or submits it
   * again.
   */
  pressed: Map<Element, () => void>;
  /** Aborted once React handles presses. After that, another press removes its element from `pressed`. */
  listening: AbortController;
  /** Aborting it ends all recording. */
  hydrated: AbortController;
}

declare global {
  interface Window {
    early?: EarlyInput;
  }
}

/**
 * Stops recording clicks. Call this before `hydrateRoot`. After that, React itself handles a click, and hydrates first
 * if necessary.
 */
export function stopRecordingClicks(): void {
  window.early?.listening.abort();
}

let begun = false;

/**
 * Repeats the recorded actions. Call this once the page is hydrated; a second call does nothing. The module that
 * repeats the actions loads only if there are any, or if an element has the focus. Recording continues until the module
 * has loaded.
 */
export async function replayEarlyInput(): Promise<void> {
  const { early } = window;
  if (!early || begun) return;
  begun = true;
  const { activeElement, body } = document;
  const { pathname } = location;
  if (early.changed.size + early.pressed.size > 0 || activeElement !== body) {
    const { replayInput } = await import('./replay.ts').catch(() => ({ replayInput: null }));
    await replayInput?.(early, pathname);
  }
  early.hydrated.abort();
  delete window.early;
  // The browser lays out the parts below the first screen, which it has skipped so far, in a task of its own
  // (docs/decisions/0155)
  setTimeout(() => delete document.documentElement.dataset.later);
}
