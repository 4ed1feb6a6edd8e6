/**
 * Runs before the first paint, as a classic script in the document's head without `async` or `defer`. It sets the
 * chosen theme: without a flash, without an inline script, and with the same page for everyone, so that pages can be
 * cached. Typefaces (which have stand-ins) and the page's modules wait until after the first paint. It must import and
 * export nothing.
 */
const stored = (storage: () => Storage, name: string): string | null => {
  try {
    return storage().getItem(name);
  } catch {
    return null; // storage is switched off
  }
};

const theme = stored(() => localStorage, 'theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

const faces = document.querySelector<HTMLStyleElement>('style[data-faces]');
const setFaces = () => {
  if (faces) faces.media = 'all';
};
// Once they are here, the next page can use them from the start
if (stored(() => sessionStorage, 'faces') === 'here') setFaces();

const modules = document.currentScript?.dataset.modules?.split(' ') ?? [];
const afterFirstPaint = () => {
  setFaces();
  for (const module of modules) void import(/* @vite-ignore */ module);
  document.fonts.ready.then(() => sessionStorage.setItem('faces', 'here')).catch(() => {});
};
if (PerformanceObserver.supportedEntryTypes.includes('paint')) {
  // A frame's callback runs before that frame is painted
  new PerformanceObserver((_seen, observer) => {
    observer.disconnect();
    afterFirstPaint();
  }).observe({ type: 'paint', buffered: true });
} else {
  requestAnimationFrame(() => setTimeout(afterFirstPaint));
}
