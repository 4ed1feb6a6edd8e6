import { useCallback, useRef, useState } from 'react';

let tries = 0;

/**
 * Imports a module. A failed import is retried under another URL, because some browsers remember a failure for the
 * life of the page. Rejects if the module still can't be fetched, or if the error doesn't name its URL.
 */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const url = /https?:\S+\.js$/.exec(`${error}`)?.[0];
    if (!url) throw error;
    tries += 1;
    return import(/* @vite-ignore */ `${url}?again=${tries}`);
  }
}

export interface LazyModule<Module> {
  /** The module, once it has loaded. */
  part: Module | null;
  /** True if the last attempt to fetch it failed. */
  failed: boolean;
  /** Resolves to true if the module has loaded. */
  load: () => Promise<boolean>;
}

/**
 * Loads a part of a page on request, so that the page needn't wait for the part's code. If that fails, the page doesn't
 * change and may request the part again. `load` imports the part's module, and must be the same function at every
 * render.
 */
export function useLazyModule<Module extends object>(load: () => Promise<Module>): LazyModule<Module> {
  const [part, setPart] = useState<Module | null>(null);
  const [failed, setFailed] = useState(false);
  const loading = useRef<Promise<boolean>>(null);
  const ask = useCallback(() => {
    setFailed(false);
    loading.current ??= importWithRetry(load).then(
      (module) => {
        setPart(module);
        return true;
      },
      () => {
        loading.current = null;
        setFailed(true);
        return false;
      },
    );
    return loading.current;
  }, [load]);
  return { part, failed, load: ask };
}

/** The message shown if a part for which somebody is waiting fails to load. */
export const loadFailedMessage = 'This couldn’t be loaded. Check your connection and try again.';
