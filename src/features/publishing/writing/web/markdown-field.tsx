import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { previewText } from '#platform/shared/calls/contract.ts';
import { sendCall } from '#platform/web/calls/send-call.ts';
import { UnsavedDialog } from '#platform/web/calls/unsaved-dialog.tsx';
import { Prose } from '#platform/web/ui/content/prose.tsx';
import { Field, Textarea } from '#platform/web/ui/fields/field.tsx';
import { Icon } from '#platform/web/ui/icons/icon.tsx';
import type { IconName } from '#platform/web/ui/icons/icon-names.ts';
import { applyFormatting, type Formatting } from './markdown-edit.ts';
import styles from './markdown-field.module.css';
import { PictureUploads } from './picture-uploads.tsx';
import { usePictureUploads } from './use-picture-uploads.ts';
import { WordImport } from './word-import.tsx';

const buttons: readonly { formatting: Formatting; label: string; icon: IconName; key?: string }[] = [
  { formatting: 'bold', label: 'Bold', icon: 'bold', key: 'b' },
  { formatting: 'italic', label: 'Italic', icon: 'italic', key: 'i' },
  { formatting: 'link', label: 'Link', icon: 'link', key: 'k' },
  { formatting: 'heading', label: 'Heading', icon: 'heading' },
  { formatting: 'list', label: 'List', icon: 'list' },
  { formatting: 'numbers', label: 'Numbered list', icon: 'list-ordered' },
  { formatting: 'quote', label: 'Quote', icon: 'text-quote' },
];

/**
 * The pictures in dropped or pasted content; none if it also contains text, for example from a web page or a document.
 */
const picturesIn = ({ files, types }: DataTransfer): File[] =>
  types.includes('text/plain') ? [] : [...files].filter(({ type }) => type.startsWith('image/'));

/**
 * The field for every text that members write: Markdown with a toolbar, a preview as the site will show it, pictures
 * that are chosen, dropped or pasted, and the import of Word documents. A visual editor would replace this component
 * and nothing else.
 */
export function MarkdownField({
  label = 'Text',
  headed = false,
  name = 'content',
  value,
  error,
  onChange,
  onDocument,
  onPendingPictures,
}: {
  label?: string;
  /** True if a heading above the field already shows the label. */
  headed?: boolean;
  name?: string;
  value: string;
  error?: string | undefined;
  onChange: (text: string) => void;
  /** Receives an imported Word document. Without this function, the document is added after the text. */
  onDocument?: (markdown: string) => void;
  /**
   * Receives the number of chosen pictures that aren't in the text yet. Without this function, the field itself warns
   * before these pictures are lost.
   */
  onPendingPictures?: (pictures: number) => void;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [previewing, setPreviewing] = useState(false);
  // The error is about the text, which has to be visible to be corrected
  const [shownError, setShownError] = useState(error);
  if (error !== shownError) {
    setShownError(error);
    if (error) setPreviewing(false);
  }
  const pictures = usePictureUploads((markdown) => area.current && insertParagraph(area.current, markdown));
  const pending = pictures.pictures.length;
  useEffect(() => onPendingPictures?.(pending), [onPendingPictures, pending]);

  function takePictures(data: DataTransfer, event: { preventDefault: () => void }) {
    const found = picturesIn(data);
    if (found.length === 0) return;
    event.preventDefault();
    pictures.add(found);
  }

  const format = (formatting: Formatting) => area.current && formatSelection(area.current, formatting);
  return (
    <>
      <Field
        label={headed ? <span className="vh">{label}</span> : label}
        hint="You can use Markdown, or let the buttons add it for you."
        error={error}
      >
        {(control) => (
          <div className={styles.box}>
            <Toolbar
              controls={control.id}
              previewing={previewing}
              onFormat={format}
              onPreview={() => setPreviewing(!previewing)}
            />
            <div className={styles.paper}>
              <Textarea
                {...control}
                ref={area}
                className={previewing ? `${styles.area} ${styles.behind}` : styles.area}
                name={name}
                rows={14}
                value={value}
                onChange={(event) => onChange(event.target.value)}
                onPaste={(event) => takePictures(event.clipboardData, event)}
                onDrop={(event) => takePictures(event.dataTransfer, event)}
                onDragOver={(event) => {
                  if (event.dataTransfer.types.includes('Files')) event.preventDefault();
                }}
                onKeyDown={(event) => {
                  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
                  const pressed = buttons.find(({ key }) => key === event.key.toLowerCase());
                  if (!pressed) return;
                  event.preventDefault();
                  format(pressed.formatting);
                }}
              />
              {previewing && (
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area is scrolled by keys too
                <section className={styles.preview} aria-label="Preview" tabIndex={0}>
                  <Preview text={value} />
                </section>
              )}
            </div>
          </div>
        )}
      </Field>
      <PictureUploads of={pictures} />
      <WordImport
        onRead={onDocument ?? ((markdown) => onChange([area.current?.value, markdown].filter(Boolean).join('\n\n')))}
      />
      {!onPendingPictures && (
        <UnsavedDialog unsaved={pending > 0} what="the pictures you’ve chosen">
          {' '}
          You’ll need to choose them again.
        </UnsavedDialog>
      )}
    </>
  );
}

/** The formatting buttons and Preview. Tab stops at it once; the arrow keys move inside it. */
function Toolbar({
  controls,
  previewing,
  onFormat,
  onPreview,
}: {
  controls: string;
  previewing: boolean;
  onFormat: (formatting: Formatting) => void;
  onPreview: () => void;
}) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const last = buttons.length;

  function move(event: KeyboardEvent) {
    if (previewing) return;
    const next = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setCurrent(next);
    bar.current?.querySelectorAll('button')[next]?.focus();
  }

  const buttonProps = (index: number, onPress: () => void) => ({
    type: 'button' as const,
    tabIndex: index === (previewing ? last : current) ? 0 : -1,
    onKeyDown: move,
    onClick: () => {
      setCurrent(index);
      onPress();
    },
  });
  return (
    <div ref={bar} className={styles.bar} role="toolbar" aria-label="Formatting" aria-controls={controls}>
      {buttons.map(({ formatting, label, icon, key }, index) => (
        <button
          key={formatting}
          title={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
          aria-label={label}
          disabled={previewing}
          {...buttonProps(index, () => onFormat(formatting))}
        >
          <Icon of={icon} />
        </button>
      ))}
      <button className={styles.look} aria-pressed={previewing} {...buttonProps(last, onPreview)}>
        Preview
      </button>
    </div>
  );
}

function formatSelection(box: HTMLTextAreaElement, formatting: Formatting): void {
  const { value: text, selectionStart: start, selectionEnd: end } = box;
  const after = applyFormatting({ text, start, end }, formatting);
  box.focus();
  replaceText(box, after.text);
  box.setSelectionRange(after.start, after.end);
}

/**
 * Inserts Markdown at the cursor, as a separate paragraph. The focus moves to the field only if nothing else has the
 * focus.
 */
function insertParagraph(box: HTMLTextAreaElement, markdown: string): void {
  const before = box.value.slice(0, box.selectionStart).trimEnd();
  const after = box.value.slice(box.selectionEnd).trimStart();
  const text = before === '' ? markdown : `${before}\n\n${markdown}`;
  if (document.activeElement === document.body) box.focus();
  replaceText(box, `${text}\n\n${after}`.trimEnd());
  box.setSelectionRange(text.length, text.length);
}

/** Changes the text as typing would, so that the browser's own Undo reverses it. */
function replaceText(box: HTMLTextAreaElement, text: string): void {
  const before = box.value;
  let from = 0;
  while (from < before.length && before[from] === text[from]) from += 1;
  let tail = 0;
  while (tail < Math.min(before.length, text.length) - from && before.at(-1 - tail) === text.at(-1 - tail)) tail += 1;
  box.setSelectionRange(from, before.length - tail);
  const written = text.slice(from, text.length - tail);
  // Deprecated, but nothing else keeps the undo history
  if (document.activeElement === box && document.execCommand(written === '' ? 'delete' : 'insertText', false, written))
    return;
  box.setRangeText(written);
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The text rendered by the server. The previous preview stays until the next preview arrives. */
function Preview({ text }: { text: string }) {
  const [html, setHtml] = useState('');
  const [failed, setFailed] = useState(false);
  const empty = text.trim() === '';
  useEffect(() => {
    if (empty) return setHtml('');
    let isCurrent = true;
    void sendCall(previewText, { content: text }).then((response) => {
      if (!isCurrent) return;
      setFailed(response.code !== 200);
      if (response.code === 200) setHtml(response.html);
    });
    return () => {
      isCurrent = false;
    };
  }, [text, empty]);
  if (empty) return <p className="muted">Your text will appear here as others will see it.</p>;
  return (
    <>
      {failed && <p className="muted">The preview isn’t available at the moment. Your text is safe.</p>}
      <Prose html={html} />
    </>
  );
}
