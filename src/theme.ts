/**
 * Sets the chosen theme before the first paint. A script of its own, loaded as a classic one from the document's head
 * without `async` or `defer`: no flash, no inline script, and pages stay the same for everyone, so that they can be
 * kept. It must import and export nothing.
 */
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // storage is switched off: the reader's system decides
}
