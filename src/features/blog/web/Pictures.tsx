import { useEffect, useId, useRef } from 'react';
import { Said } from '#platform/web/alerts/index.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Checkbox } from '#platform/web/ui/Checkbox.tsx';
import { Field, Input } from '#platform/web/ui/Field.tsx';
import { Icon } from '#platform/web/ui/Icon.tsx';
import styles from './Pictures.module.css';
import type { ComingPicture, usePictures } from './usePictures.ts';

/** Pictures for the text: chosen here, or dropped or pasted into it. Each needs its words before it goes in. */
export function Pictures({ of: { pictures, at, add, change, leaveOut, put } }: { of: ReturnType<typeof usePictures> }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <section className={styles.pictures} aria-label="Pictures">
      <input
        ref={chooser}
        className="vh"
        type="file"
        accept="image/*"
        multiple
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <p className="row">
        <Button look="line" onClick={() => chooser.current?.click()}>
          <Icon of="image-plus" /> Add pictures
        </Button>
        <span className="meta">Or drop or paste them into the text.</span>
      </p>
      <Said at={at} />
      {pictures.length > 0 && (
        <ul className={styles.coming} aria-label="Pictures to come">
          {pictures.map((picture, n) => (
            <Coming
              key={picture.key}
              picture={picture}
              first={n === 0}
              change={(some) => change(picture.key, some)}
              put={() => void put(picture)}
              leaveOut={() => leaveOut(picture.key)}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function Coming({
  picture: { file, alt, decorates, sent, fault },
  first,
  change,
  put,
  leaveOut,
}: {
  picture: ComingPicture;
  first: boolean;
  change: (some: Partial<ComingPicture>) => void;
  put: () => void;
  leaveOut: () => void;
}) {
  const row = useRef<HTMLLIElement>(null);
  const name = useId();
  // It was dropped elsewhere: the questions about it are asked here
  useEffect(() => {
    if (first || fault !== '') row.current?.querySelector('input')?.focus();
  }, [first, fault]);
  return (
    <li ref={row} aria-labelledby={name} aria-busy={sent !== null || undefined}>
      <p id={name} className={styles.name}>
        {file.name || 'A pasted picture'}
      </p>
      <Field
        label="What does it show?"
        hint="For those who can’t see it, and where it doesn’t load."
        error={fault || undefined}
      >
        {(control) => (
          <Input
            {...control}
            value={decorates ? '' : alt}
            maxLength={300}
            disabled={decorates || sent !== null}
            onChange={(event) => change({ alt: event.target.value, fault: '' })}
            onKeyDown={(event) => {
              // It is inside the form of the post, which Enter would submit
              if (event.key !== 'Enter') return;
              event.preventDefault();
              put();
            }}
          />
        )}
      </Field>
      <Checkbox
        checked={decorates}
        disabled={sent !== null}
        onChange={(event) => change({ decorates: event.target.checked, fault: '' })}
      >
        It only decorates
      </Checkbox>
      {sent === null ? (
        <p className="row">
          <Button small onClick={put}>
            Put it in the text<span className="vh">: {file.name}</span>
          </Button>
          <Button small look="quiet" onClick={leaveOut}>
            Put aside<span className="vh">: {file.name}</span>
          </Button>
        </p>
      ) : (
        <p className={styles.going}>
          <progress aria-label={file.name || 'A pasted picture'} max={1} {...(sent < 1 ? { value: sent } : {})} />
          <span className="meta">{sent < 1 ? `Sending, ${Math.floor(sent * 100)} %` : 'Making its sizes…'}</span>
        </p>
      )}
    </li>
  );
}
