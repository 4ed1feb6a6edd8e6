/**
 * Runs before the first paint, as a classic script that is written into the document's head (docs/decisions/0095). It
 * sets the chosen theme, so that the other one doesn't flash up first. The page itself is the same for everyone, so
 * that it can be cached. The page's modules wait until after the first paint. So do typefaces (which have fallbacks),
 * unless an earlier page in this tab has loaded them. Until the modules run, this script records the user's actions in
 * the page. It must not import or export anything, nor call `import()`; if it did, Vite would add its own import at the
 * top in development, which a classic script can't contain.
 */
const root = document.documentElement;
let theme: string | undefined;
let areFacesHere: string | undefined;
try {
  theme = localStorage.theme;
  areFacesHere = sessionStorage.faces;
  sessionStorage.faces = 'here';
} catch {
  // The browser's storage is switched off
}
if (theme) root.dataset.theme = theme;

const { faces, modules } = (document.currentScript as HTMLScriptElement).dataset as { faces: string; modules: string };

/** Loads the typefaces and puts them to use together, because each change of a typeface lays out the whole page. */
const loadFaces = () => {
  const typefaces = (JSON.parse(faces) as ConstructorParameters<typeof FontFace>[]).map(
    (face) => new FontFace(...face),
  );
  void Promise.allSettled(typefaces.map((face) => face.load())).then(() => {
    for (const face of typefaces) document.fonts.add(face);
  });
};
// If an earlier page in this tab has loaded the typefaces, they are used without waiting for the first paint
if (areFacesHere) loadFaces();

// Parts below the first screen are laid out later (docs/decisions/0155), unless the browser scrolls to one of them: the
// URL names a part, or the visitor returns to this place in the history
if (!(history.state || location.hash)) root.dataset.later = '';

// A frame's callback would run before that frame is painted, so this waits for the first paint instead
new PerformanceObserver((_seen, observer) => {
  observer.disconnect();
  if (!areFacesHere) loadFaces();
  for (const src of modules.split(' '))
    document.head.append(Object.assign(document.createElement('script'), { type: 'module', src }));
}).observe({ type: 'paint', buffered: true });

const [listening, hydrated] = [new AbortController(), new AbortController()];
const changed: NonNullable<Window['early']>['changed'] = new Map();
const pressed: NonNullable<Window['early']>['pressed'] = new Map();
window.early = { changed, pressed, listening, hydrated };
const hear = (type: string, take: (event: Event) => void, { signal }: AbortController) =>
  document.addEventListener(type, take, { capture: true, signal });

/**
 * Stores a click or submission, to be replayed after hydration. Returns false once React handles clicks itself, because
 * nothing must be handled twice.
 */
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
