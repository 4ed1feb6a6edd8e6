/**
 * Runs before the first paint, as a classic script in the document's head without `async` or `defer`. It sets the
 * chosen theme: no flash, no inline script, and pages stay the same for everyone, so that they can be kept. Then it
 * fetches the page's modules, once something is on screen: before that they would only take the line from the words and
 * pictures. It must import and export nothing.
 */
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // storage is switched off: the reader's system decides
}

const modules = document.currentScript?.dataset.modules?.split(' ') ?? [];
requestAnimationFrame(() =>
  setTimeout(() => {
    for (const module of modules) import(/* @vite-ignore */ module);
  }),
);
