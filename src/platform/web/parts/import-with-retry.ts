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
