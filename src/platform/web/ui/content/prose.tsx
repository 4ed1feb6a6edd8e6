import { useEffect, useRef } from 'react';
import { addRefreshParam, getNextAttempt } from '../../retry/retry.ts';
import styles from './prose.module.css';

/** The class of written text, for an editor that shows it as readers will see it. */
export const proseClass = styles.prose;

/** Written text, given as HTML that the server has sanitised. */
export function Prose({ html }: { html: string }) {
  const text = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML has other pictures
  useEffect(() => (text.current ? mendPictures(text.current) : undefined), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it from Markdown and sanitised it
  return <div ref={text} className={styles.prose} dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Fetches each picture in the text once more if it fails to load. If it fails again, its description replaces it. */
function mendPictures(text: HTMLElement): () => void {
  const failures = new Map<HTMLImageElement, number>();
  const fail = (picture: HTMLImageElement) => {
    const count = (failures.get(picture) ?? 0) + 1;
    failures.set(picture, count);
    if (getNextAttempt(count) === 'again') {
      // With `srcset`, the browser would request the failed URL again instead of `src`
      picture.removeAttribute('srcset');
      picture.src = addRefreshParam(picture.src);
      return;
    }
    const node = document.createElement('span');
    node.className = styles.missing ?? '';
    node.textContent = picture.alt || 'This picture can’t be shown at the moment.';
    picture.replaceWith(node);
  };
  const onError = ({ target }: Event) => {
    if (target instanceof HTMLImageElement) fail(target);
  };
  // The listener is for the capture phase, because the error event doesn't bubble
  text.addEventListener('error', onError, true);
  for (const picture of text.querySelectorAll('img')) {
    // A failure before hydration reached no listener
    if (picture.complete && picture.naturalWidth === 0) fail(picture);
  }
  return () => text.removeEventListener('error', onError, true);
}
