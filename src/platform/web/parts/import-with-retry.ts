let tries = 0;

/**
 * Imports a module and retries a failed import under a different URL, because browsers cache failures for the life of
 * the page (HTML's module map). Rejects if it still can't be fetched.
 */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = /https?:\S+\.js$/.exec(`${error}`)?.[0];
    if (!address) throw error;
    tries += 1;
    return import(/* @vite-ignore */ `${address}?again=${tries}`);
  }
}
