/**
 * Runs before the first paint, as a classic script that is written into the document's head (docs/decisions/0095). It
 * sets the chosen theme without a flash of the other one. The page itself is the same for everyone, so that it can be
 * cached. Typefaces (which have fallbacks) and the page's modules wait until after the first paint. Until the modules
 * run, this script records the user's actions in the page. It must not import or export anything, nor call `import()`.
 * In development, Vite would then add its own import at the top, which a classic script can't contain.
 */
const stored = (storage: () => Storage, name: string): string | null => {
  try {
    return storage().getItem(name);
  } catch {
    return null; // The browser's storage is switched off
  }
};

const theme = stored(() => localStorage, 'theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;

const faces = document.querySelector<HTMLStyleElement>('style[data-faces]');
const setFaces = () => {
  if (faces) faces.media = 'all';
};
// Once the typefaces have been loaded, the next page can use them at once
if (stored(() => sessionStorage, 'faces') === 'here') setFaces();

const modules = document.currentScript?.dataset.modules?.split(' ') ?? [];
const afterFirstPaint = () => {
  setFaces();
  for (const src of modules)
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }));
  document.fonts.ready.then(() => sessionStorage.setItem('faces', 'here')).catch(() => {});
};
// The callback for a frame runs before that frame is painted
new PerformanceObserver((_seen, observer) => {
  observer.disconnect();
  afterFirstPaint();
}).observe({ type: 'paint', buffered: true });

const [listening, hydrated] = [new AbortController(), new AbortController()];
const changed: NonNullable<Window['early']>['changed'] = new Map();
const pressed: NonNullable<Window['early']>['pressed'] = new Map();
window.early = { changed, pressed, listening, hydrated };
const hear = (type: string, take: (event: Event) => void, { signal }: AbortController) =>
  document.addEventListener(type, take, { capture: true, signal });

/** Returns false once React handles clicks itself, because a click must not be handled twice. */
const press = (element: Element, again: () => void): boolean => {
  if (listening.signal.aborted) {
    pressed.delete(element);
    return false;
  }
  pressed.set(element, again);
  return true;
};

hear(
  'input',
  ({ target }) => {
    if (!(target instanceof Element) || !('value' in target)) return;
    changed.delete(target);
    changed.set(target, { value: `${target.value}`, checked: 'checked' in target && target.checked === true });
  },
  hydrated,
);
hear(
  'click',
  ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button?.type === 'button' && !button.hasAttribute('popovertarget')) press(button, () => button.click());
  },
  hydrated,
);
hear(
  'submit',
  (event) => {
    const { target: form } = event;
    // A form with an `action` needs no script to be submitted
    if (!(form instanceof HTMLFormElement) || form.hasAttribute('action') || !(event instanceof SubmitEvent)) return;
    if (press(form, () => form.requestSubmit(event.submitter))) event.preventDefault();
  },
  hydrated,
);
hear(
  'reset',
  ({ target }) => {
    if (target instanceof HTMLFormElement) for (const control of target.elements) changed.delete(control);
  },
  hydrated,
);
