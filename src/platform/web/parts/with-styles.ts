/** The style sheets that are loaded or loading, by URL. */
const fetched = new Map<string, Promise<unknown>>();

function fetchStyle(href: string): Promise<unknown> {
  const known =
    fetched.get(href) ??
    new Promise((there, failed) => {
      // A style sheet that came with the document has a `<link>` too
      if (document.querySelector(`link[href="${href}"]`)) return there(href);
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
      link.onload = there;
      link.onerror = () => {
        link.remove();
        fetched.delete(href);
        failed(new Error(href));
      };
      document.head.append(link);
    });
  fetched.set(href, known);
  return known;
}

/**
 * Imports a module whose style sheets must be loaded before it is rendered. The build calls this for every `import()`
 * instead of Vite's own function, which is three times as large and never requests a failed style sheet again.
 */
export async function __vitePreload<Module>(
  load: () => Promise<Module>,
  styles: readonly string[] = [],
): Promise<Module> {
  const module = load();
  // If a style sheet fails first, a later rejection of the module's import must not count as unhandled
  module.catch(() => {});
  await Promise.all(styles.map((style) => fetchStyle(`/${style}`)));
  return module;
}
