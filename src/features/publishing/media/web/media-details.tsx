import { type Dispatch, type RefObject, type SetStateAction, useId, useLayoutEffect, useRef, useState } from 'react';
import { findConflictingVersion } from '#platform/shared/calls/conflict.ts';
import { formatFileSize } from '#platform/shared/file-size.ts';
import { CallStatus, clearResponse, useCallResponse } from '#platform/web/alerts/index.ts';
import { UnsavedChangesDialog } from '#platform/web/calls/unsaved-changes.tsx';
import { handleCallResponse, useCall } from '#platform/web/calls/use-call.ts';
import { TheirVersion } from '#platform/web/conflict/their-version.tsx';
import { useVersionedForm } from '#platform/web/conflict/versioned-form.tsx';
import { RetryingImage } from '#platform/web/gallery/retrying-image.tsx';
import { refreshPage } from '#platform/web/navigation/index.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { ButtonLabel } from '#platform/web/ui/actions/button-label.tsx';
import { Field, InputField, Textarea } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import { Dialog } from '#platform/web/ui/overlays/dialog.tsx';
import { FileDropZone } from '#platform/web/uploads/file-choosers.tsx';
import { UploadRows } from '#platform/web/uploads/upload-rows.tsx';
import { useUploads } from '#platform/web/uploads/use-uploads.ts';
import { type MediaLibraryItem, reencodeMedia, replaceMedia, updateMediaDetails } from '../contract.ts';
import { validateMediaFileSize } from '../limits.ts';
import styles from './media-details.module.css';

/** Replaces an item's file: every place that shows the item then shows the new file. */
function ReplaceForm({ item }: { item: MediaLibraryItem }) {
  const at = useId();
  const files = useUploads({
    call: replaceMedia,
    field: 'fileElem',
    fields: { id: item.id, version: `${item.file_version}` },
    validate: validateMediaFileSize,
    onDone: async (answer) => {
      // This browser has cached the old file under the same URL
      const toRefresh = [item.src, `${item.src}?lowres`];
      await Promise.all(toRefresh.map((src) => fetch(src, { cache: 'reload' }).catch(() => {})));
      await handleCallResponse(at, answer);
    },
  });
  const [upload] = files.uploads;
  const theirs = findConflictingVersion(upload?.answer ?? null);
  // After seeing the conflict, the user may send their file again. It then replaces the other person's
  const release = (key: number) => files.release(key, theirs && { id: item.id, version: `${theirs.version}` });
  return (
    <div className="stack">
      <FileDropZone
        label="Replace file"
        hint="The new file will appear wherever this one does, at the same address. You can restore this one for 30 days."
        accept={`${item.kind}/*`}
        several={false}
        onFiles={files.add}
      />
      <UploadRows of={{ ...files, release }} />
      {upload && theirs && (
        <TheirVersion
          by={theirs.changed_by}
          parts={[{ label: 'Current file', text: formatFileSize(theirs.bytes) }]}
          at={at}
          onAccept={() => {
            files.remove(upload.key);
            void refreshPage();
          }}
        >
          {theirs.thumbnail && <img src={theirs.thumbnail} alt="" />}
          <p>Try again to replace this file with yours.</p>
        </TheirVersion>
      )}
      <CallStatus slot={at} />
    </div>
  );
}

/**
 * The place for messages about an item's texts. All items share it, so that "saved" stays visible when the user moves
 * on to the next item.
 */
const textSlot = 'media texts';

/** One item, large: its texts, its uses, and its actions. */
export function MediaDetailsDialog({
  item,
  among,
  onOpen,
  onDelete,
}: {
  item: MediaLibraryItem;
  /**
   * The items of the page, including this one. The button that opens an item has the id `open-` followed by the item's
   * id.
   */
  among: readonly MediaLibraryItem[];
  /** Opens another item by its id; null closes this item. */
  onOpen: Dispatch<SetStateAction<string | null>>;
  /** Asks if the item is to be deleted; undefined where items can't be deleted. */
  onDelete?: () => void;
}) {
  const place = among.indexOf(item);
  const [typed, setTyped] = useState(false);
  /** Saves the typed texts; returns false if that failed. */
  const saving = useRef<(() => Promise<boolean>) | null>(null);
  // People describe forty photographs in a row. Moving to another item therefore saves first, and doesn't happen if
  // saving fails
  const turn = async (by: 1 | -1) => {
    if (typed && !(await saving.current?.())) return;
    onOpen(among[place + by]?.id ?? item.id);
  };
  return (
    <Dialog
      title={item.filename}
      wide
      unsaved={typed ? 'this item' : undefined}
      onClose={() => {
        clearResponse(textSlot);
        onOpen((now) => (now === item.id ? null : now));
        // If the user has moved to another item, closing sets the focus to that item's button
        document.getElementById(`open-${item.id}`)?.focus();
      }}
    >
      {() => (
        <div className={styles.details}>
          <UnsavedChangesDialog unsaved={typed} what="this item" />
          <div className={styles.seen}>
            <Preview item={item} />
            <p className="meta">{formatMediaFacts(item)}</p>
            <nav className={styles.turn} aria-label="Items on this page">
              <Button small look="line" disabled={place === 0} onClick={() => void turn(-1)}>
                <Icon of="chevron-left" /> Previous
              </Button>
              <span className="num meta">
                {place + 1} of {among.length}
              </span>
              <Button small look="line" disabled={place === among.length - 1} onClick={() => void turn(1)}>
                Next <Icon of="chevron-right" />
              </Button>
            </nav>
            <section aria-label="Where it is shown" className="stack">
              <h3>Where it is shown</h3>
              {item.used.length === 0 ? (
                <p className="meta">Nowhere yet.</p>
              ) : (
                <ul className={styles.used}>
                  {item.used.map(({ where, href }) => (
                    <li key={`${where} ${href}`}>{href === '' ? where : <a href={href}>{where}</a>}</li>
                  ))}
                </ul>
              )}
            </section>
          </div>
          <div className={styles.texts}>
            <TextFields item={item} typed={typed} onTyped={setTyped} saving={saving} />
            <hr />
            <ReplaceForm item={item} />
            {item.kind === 'image' && <ModerniseButton item={item} />}
            {onDelete && (
              <div>
                <Button look="danger" small onClick={onDelete}>
                  Delete…
                </Button>
              </div>
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}

function Preview({ item }: { item: MediaLibraryItem }) {
  if (item.kind === 'audio') {
    // biome-ignore lint/a11y/useMediaCaption: it is played to the person who describes it
    return <audio src={item.src} controls preload="none" aria-label={item.filename} />;
  }
  if (item.kind === 'video') {
    // biome-ignore lint/a11y/useMediaCaption: as above
    return <video src={item.src} controls preload="metadata" aria-label={item.filename} />;
  }
  return (
    <RetryingImage
      className={styles.picture}
      src={item.thumbnail.replace('?lowres', '?w=800')}
      alt={item.alt === '' ? `${item.filename}, no description yet` : item.alt}
      width={item.width}
      height={item.height}
      placeholder={item.placeholder}
    />
  );
}

/** The texts of an item, saved in place. In a conflict, the typed texts stay. */
function TextFields({
  item,
  typed,
  onTyped,
  saving,
}: {
  item: MediaLibraryItem;
  typed: boolean;
  onTyped: (unsaved: boolean) => void;
  /** Receives a function that saves these texts. */
  saving: RefObject<(() => Promise<boolean>) | null>;
}) {
  const ref = useRef<HTMLFormElement>(null);
  /** True if the texts were edited while the save was in flight, so that they are still unsaved. */
  const typedSince = useRef(false);
  const { busy, slot: at, send: make } = useCall(textSlot);
  const answer = useCallResponse<typeof updateMediaDetails>(at);
  const theirs = findConflictingVersion(answer);
  const textLabel = item.kind === 'image' ? 'Alternative text' : 'Description';
  const fill = (text: Pick<MediaLibraryItem, 'alt' | 'credit' | 'consent'>) => {
    for (const name of ['alt', 'credit', 'consent'] as const) setFieldValue(ref.current, name, text[name]);
  };
  const { alt, credit, consent, version } = item;
  const { baseline: begun, markSaved: saved } = useVersionedForm({ alt, credit, consent, version }, () => typed, fill);
  async function save(): Promise<boolean> {
    if (!ref.current || busy) return false;
    const form = new FormData(ref.current);
    form.set('id', item.id);
    form.set('version', `${theirs?.version ?? begun.version}`);
    typedSince.current = false;
    const answer = await make(updateMediaDetails, form, {
      form: ref.current,
      onAnswer: (answer) => {
        onTyped(answer.code !== 200 || typedSince.current);
        if (answer.code === 200) saved(answer.version);
      },
    });
    return answer.code === 200 && !typedSince.current;
  }
  useLayoutEffect(() => {
    saving.current = save;
  });
  return (
    <form
      ref={ref}
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onInput={() => {
        typedSince.current = true;
        onTyped(true);
      }}
    >
      <Field
        label={textLabel}
        hint="Describe it for someone who can’t see it: who is doing what, and where."
        error={answer?.fields?.alt}
      >
        {(control) => <Textarea {...control} name="alt" defaultValue={item.alt} maxLength={500} rows={3} />}
      </Field>
      <InputField
        label="Credit"
        hint="The person who took or recorded it. The site shows this name with it."
        error={answer?.fields?.credit}
        name="credit"
        defaultValue={item.credit}
        maxLength={200}
      />
      <Field
        label="Consent note"
        hint="What was agreed with the people in it, or their parents. Only admins see it, and tagged members when they download their data."
        error={answer?.fields?.consent}
      >
        {(control) => <Textarea {...control} name="consent" defaultValue={item.consent} maxLength={1000} rows={2} />}
      </Field>
      <div className="row">
        <Button type="submit" pending={busy !== ''}>
          <ButtonLabel label="Save" busyLabel="Saving…" busy={busy !== ''} />
        </Button>
        <CallStatus slot={at} />
      </div>
      {theirs && (
        <TheirVersion
          by={theirs.changed_by}
          parts={[
            { label: textLabel, text: theirs.alt },
            { label: 'Credit', text: theirs.credit },
            { label: 'Consent note', text: theirs.consent },
          ]}
          at={at}
          onAccept={() => {
            fill(theirs);
            onTyped(false);
          }}
        >
          <p>Save again to replace the other version with yours.</p>
        </TheirVersion>
      )}
    </form>
  );
}

function setFieldValue(form: HTMLFormElement | null, name: string, value: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.value = value;
}

function ModerniseButton({ item }: { item: MediaLibraryItem }) {
  const { busy, slot: at, send: make } = useCall();
  return (
    <div className="stack">
      <div className="row">
        <Button small look="line" pending={busy !== ''} onClick={() => void make(reencodeMedia, { id: item.id })}>
          <ButtonLabel label="Modernise" busyLabel="Modernising…" busy={busy !== ''} />
        </Button>
        <CallStatus slot={at} />
      </div>
      <p className="meta">
        Stores every size in the format that browsers load fastest. The picture’s address stays the same.
      </p>
    </div>
  );
}

const kindNames = { image: 'Picture', video: 'Video', audio: 'Recording' };

function formatMediaFacts({ kind, width, height, bytes }: MediaLibraryItem): string {
  const shape = kind === 'image' ? `, ${width} × ${height} pixels` : '';
  return `${kindNames[kind]}${shape}, ${formatFileSize(bytes)}`;
}
