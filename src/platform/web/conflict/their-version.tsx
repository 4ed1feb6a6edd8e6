import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { clearResponse } from '../alerts/index.ts';
import { Button } from '../ui/actions/button.tsx';
import styles from './their-version.module.css';

/** A part of the version that somebody else has saved, as text. */
export interface TheirVersionPart {
  label: string;
  text: string;
  /** True for free text rather than a choice. */
  long?: true;
}

/**
 * Shows the version that somebody else has saved in the meantime, for comparing and copying. The button accepts that
 * version; saving again keeps the user's own version. `children` are the screen's ways of combining the two versions.
 */
export function TheirVersion({
  by,
  heading = by === '' ? 'The other version' : `${by}’s version`,
  focused = false,
  parts = [],
  at,
  onAccept,
  children,
}: {
  /** The other user's name; "" if it isn't known. */
  by: string;
  heading?: string;
  /**
   * True if the heading gets the focus, so that the version is announced although it isn't next to the button that was
   * pressed.
   */
  focused?: boolean;
  parts?: readonly TheirVersionPart[];
  /** The place where the refusal is shown. The refusal is removed once the other version is accepted. */
  at: string;
  onAccept: () => void;
  children?: ReactNode;
}) {
  const id = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (focused) title.current?.focus();
  }, [focused]);
  return (
    <section className={styles.theirs} aria-labelledby={id}>
      <h2 id={id} ref={title} tabIndex={-1}>
        {heading}
      </h2>
      {parts.length > 0 && (
        <dl>
          {parts.map(({ label, text, long }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and has to do so by keyboard too */}
                {long ? <pre tabIndex={0}>{text}</pre> : text || '(empty)'}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {children}
      <Button
        look="line"
        onClick={() => {
          clearResponse(at);
          onAccept();
        }}
      >
        Use {by === '' ? 'the other' : `${by}’s`} version
      </Button>
    </section>
  );
}
