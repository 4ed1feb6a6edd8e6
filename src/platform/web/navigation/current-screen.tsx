import { Component, type ReactNode, useLayoutEffect, useRef } from 'react';
import { unexpectedErrorMessage } from '#platform/shared/calls/call-response.ts';
import { Button } from '../ui/actions/button.tsx';
import { Alert } from '../ui/content/alert.tsx';
import styles from './current-screen.module.css';
import { useNavigationSnapshot } from './hooks.ts';

/**
 * Shows the screen of the current page. If the screen fails, an error message replaces it; everything around it stays.
 */
export function CurrentScreen() {
  const { view } = useNavigationSnapshot();
  const Shown = view.screen.default;
  return (
    <Boundary key={view.visit}>
      <Shown page={view.page} />
    </Boundary>
  );
}

class Boundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };
  static getDerivedStateFromError() {
    return { isBroken: true };
  }
  override render() {
    if (!this.state.isBroken) return this.props.children;
    return (
      <div className="wrap page-head" role="alert">
        <h1>Error</h1>
        <p>{unexpectedErrorMessage}</p>
      </div>
    );
  }
}

/** Keeps the document's title and canonical URL up to date. The server renders them for the first page. */
export function DocumentHead({ title, canonical }: { title: string; canonical: string | undefined }) {
  const { arrival, view } = useNavigationSnapshot();
  const first = arrival.by === 'first-view';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new visit sets both again
  useLayoutEffect(() => {
    document.title = title;
    if (!first) setCanonicalUrl(canonical);
  }, [title, canonical, view.visit, first]);
  return null;
}

/** Announces the title of each new page to screen readers, which announce the first page themselves. */
export function PageAnnouncer({ title }: { title: string }) {
  const { arrival, view } = useNavigationSnapshot();
  const region = useRef<HTMLParagraphElement>(null);
  const first = arrival.by === 'first-view';
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new visit is announced, also under an old title
  useLayoutEffect(() => {
    if (!first && region.current) region.current.textContent = title;
  }, [title, view.visit, first]);
  return <p ref={region} className="vh" aria-live="polite" />;
}

/**
 * Sets the canonical URL, which browsers share and save; undefined removes it. An outdated URL would lead people to the
 * previous page.
 */
function setCanonicalUrl(canonical: string | undefined): void {
  const old = document.head.querySelector('link[rel="canonical"]');
  if (canonical === undefined) {
    old?.remove();
    return;
  }
  const link = old ?? document.head.appendChild(document.createElement('link'));
  link.setAttribute('rel', 'canonical');
  link.setAttribute('href', new URL(canonical, location.origin).href);
}

/** Shows the state of the next page's load: a sign that it is slow, or a message that it has failed. */
export function LoadStatus() {
  const { pending, failure } = useNavigationSnapshot();
  return (
    <>
      <div role="status">
        {pending && (
          <div className={styles.pending}>
            <span>Loading…</span>
          </div>
        )}
      </div>
      <div role="alert">
        {failure && (
          <Alert tone="bad" title="That didn’t work" className={styles.failure}>
            <p>{failure.message}</p>
            <p className="row">
              {failure.retry && (
                <Button small onClick={failure.retry}>
                  Try again
                </Button>
              )}
              <Button small look="quiet" onClick={failure.dismiss}>
                Close
              </Button>
            </p>
          </Alert>
        )}
      </div>
    </>
  );
}
