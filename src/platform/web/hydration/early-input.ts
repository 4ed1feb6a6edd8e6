/** A visitor's actions in a page that was visible and did not answer yet. `src/head-script.ts` records them from the start. */
interface EarlyInput {
  /** Form controls and their values; the one that changed last comes last. */
  changed: Map<Element, { value: string; checked: boolean }>;
  /** Buttons and forms that do nothing without a script, and how to press or send each again. */
  pressed: Map<Element, () => void>;
  /** Aborted once React answers presses: from then on another press takes its element out of `pressed`. */
  listening: AbortController;
  /** Ends all recording. */
  hydrated: AbortController;
}

declare global {
  interface Window {
    early?: EarlyInput;
  }
}

/** Call this before `hydrateRoot`: from then on React itself answers a click, and hydrates first if it has to. */
export function stopRecordingClicks(): void {
  window.early?.listening.abort();
}

let begun = false;

/**
 * Call this once the page is hydrated; a second call does nothing. A module that loads only if there is something to do
 * repeats the recorded actions; until then the recording goes on.
 */
export async function replayEarlyInput(): Promise<void> {
  const { early } = window;
  if (!early || begun) return;
  begun = true;
  const { activeElement, body } = document;
  const { pathname } = location;
  if (early.changed.size + early.pressed.size > 0 || activeElement !== body) {
    const { replay } = await import('./replay.ts').catch(() => ({ replay: null }));
    await replay?.(early, pathname);
  }
  early.hydrated.abort();
  delete window.early;
}
