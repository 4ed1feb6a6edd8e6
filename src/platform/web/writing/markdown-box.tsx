import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { previewText } from '#platform/shared/calls/contract.ts';
import { sendCall } from '../calls/send-call.ts';
import { Prose } from '../ui/content/prose.tsx';
import { Field, Textarea } from '../ui/fields/field.tsx';
import { Icon } from '../ui/icons/icon.tsx';
import type { IconName } from '../ui/icons/icon-names.ts';
import styles from './markdown-box.module.css';
import { applyFormatting, type Formatting } from './markdown-edit.ts';

const buttons: readonly { formatting: Formatting; label: string; icon: IconName; key?: string }[] = [
  { formatting: 'bold', label: 'Bold', icon: 'bold', key: 'b' },
  { formatting: 'italic', label: 'Italic', icon: 'italic', key: 'i' },
  { formatting: 'link', label: 'Link', icon: 'link', key: 'k' },
  { formatting: 'heading', label: 'Heading', icon: 'heading' },
  { formatting: 'list', label: 'List', icon: 'list' },
  { formatting: 'numbers', label: 'Numbered list', icon: 'list-ordered' },
  { formatting: 'quote', label: 'Quote', icon: 'text-quote' },
];

/** Writes into the text from outside. */
export interface MarkdownBoxHandle {
  /** Writes at the cursor, as a paragraph of its own. */
  insert: (markdown: string) => void;
}

/**
 * The pictures in dropped or pasted content; none where it contains text as well, such as from a web page or a
 * document.
 */
const picturesIn = ({ files, types }: DataTransfer): File[] =>
  types.includes('text/plain') ? [] : [...files].filter(({ type }) => type.startsWith('image/'));

/** A Markdown field with its toolbar, whose last button previews the text as the site will show it. */
export function MarkdownBox({
  label = 'Text',
  headed = false,
  name = 'content',
  value,
  error,
  onChange,
  onPictures,
  writer,
}: {
  label?: string;
  /** A heading above it says the label already. */
  headed?: boolean;
  /** The name of its field. */
  name?: string;
  value: string;
  error?: string | undefined;
  onChange: (text: string) => void;
  /** Receives the pictures that are dropped or pasted here; without it the box ignores them. */
  onPictures?: (files: File[]) => void;
  writer?: Ref<MarkdownBoxHandle>;
}) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [current, setCurrent] = useState(0);
  const bar = useRef<HTMLDivElement>(null);
  const [looking, setLooking] = useState(false);
  // The text's error is in view, and can be typed over
  const [seen, setSeen] = useState(error);
  if (error !== seen) {
    setSeen(error);
    if (error) setLooking(false);
  }

  function format(formatting: Formatting) {
    const box = area.current;
    if (!box) return;
    const { value: text, selectionStart: start, selectionEnd: end } = box;
    const after = applyFormatting({ text, start, end }, formatting);
    box.focus();
    replace(box, after.text);
    box.setSelectionRange(after.start, after.end);
  }

  useImperativeHandle(writer, () => ({
    insert: (markdown) => {
      const box = area.current;
      if (!box) return;
      const [before, after] = [box.value.slice(0, box.selectionStart), box.value.slice(box.selectionEnd)];
      const text = `${apart(before.trimEnd(), '\n\n')}${markdown}`;
      const end = text.length;
      // If the focus is elsewhere by now, it stays there
      if (document.activeElement === document.body) box.focus();
      replace(box, `${text}\n\n${after.trimStart()}`.trimEnd());
      box.setSelectionRange(end, end);
    },
  }));

  function takePictures(data: DataTransfer, event: { preventDefault: () => void }) {
    const pictures = onPictures ? picturesIn(data) : [];
    if (pictures.length === 0) return;
    event.preventDefault();
    onPictures?.(pictures);
  }

  /** One stop for Tab, arrows inside, as in every toolbar. */
  function move(event: KeyboardEvent) {
    if (looking) return;
    const last = buttons.length;
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

  const stop = (index: number) => ({
    tabIndex: index === (looking ? buttons.length : current) ? 0 : -1,
    onKeyDown: move,
  });
  return (
    <Field
      label={headed ? <span className="vh">{label}</span> : label}
      hint="You can use Markdown, or let the buttons add it for you."
      error={error}
    >
      {(control) => (
        <div className={styles.box}>
          <div ref={bar} className={styles.bar} role="toolbar" aria-label="Formatting" aria-controls={control.id}>
            {buttons.map(({ formatting, label, icon, key }, index) => (
              <button
                key={formatting}
                type="button"
                title={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
                aria-label={label}
                disabled={looking}
                {...stop(index)}
                onClick={() => {
                  setCurrent(index);
                  format(formatting);
                }}
              >
                <Icon of={icon} />
              </button>
            ))}
            <button
              type="button"
              className={styles.look}
              aria-pressed={looking}
              {...stop(buttons.length)}
              onClick={() => {
                setCurrent(buttons.length);
                setLooking(!looking);
              }}
            >
              Preview
            </button>
          </div>
          <div className={styles.paper}>
            <Textarea
              {...control}
              ref={area}
              className={looking ? `${styles.area} ${styles.behind}` : styles.area}
              name={name}
              rows={14}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onPaste={(event) => takePictures(event.clipboardData, event)}
              onDrop={(event) => takePictures(event.dataTransfer, event)}
              onDragOver={(event) => {
                if (onPictures && event.dataTransfer.types.includes('Files')) event.preventDefault();
              }}
              onKeyDown={(event) => {
                if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
                const pressed = buttons.find(({ key }) => key === event.key.toLowerCase());
                if (!pressed) return;
                event.preventDefault();
                format(pressed.formatting);
              }}
            />
            {looking && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area is scrolled by keys too
              <section className={styles.preview} aria-label="Preview" tabIndex={0}>
                <Preview text={value} />
              </section>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}

const apart = (text: string, gap: string) => (text === '' ? '' : text + gap);

/** Writes the new text as typing would, so that the browser's own Undo takes it back. */
function replace(box: HTMLTextAreaElement, text: string): void {
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

/** Rendered by the server, as the site will show it. The last one stays until the next is here. */
function Preview({ text }: { text: string }) {
  const [html, setHtml] = useState('');
  const [failed, setFailed] = useState(false);
  const empty = text.trim() === '';
  useEffect(() => {
    if (empty) return setHtml('');
    let wanted = true;
    void sendCall(previewText, { content: text }).then((answer) => {
      if (!wanted) return;
      setFailed(answer.code !== 200);
      if (answer.code === 200) setHtml(answer.html);
    });
    return () => {
      wanted = false;
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
