let tries = 0;

/**
 * Imports a module, also where it couldn't be fetched before: a browser remembers that an address failed, and never asks
 * for it again as long as the page is open (the module map of the HTML standard). Under another address it asks for the
 * same file; its error names the first. Rejects where it can't be fetched now.
 */
export async function importAgain<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const address = /https?:\S+\.js$/.exec(`${error}`)?.[0];
    if (!address) throw error;
    tries += 1;
    return import(/* @vite-ignore */ `${address}?again=${tries}`);
  }
}
