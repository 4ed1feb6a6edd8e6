import { type ChangeEvent, useState } from 'react';
import { uploadMedia } from '#features/publishing/media/contract.ts';
import { validateMediaFile } from '#features/publishing/media/limits.ts';
import { findLogoPicture, toPictureLogo } from '#features/society/settings/picture-logo.ts';
import { sendFile } from '#platform/web/calls/send-file.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field, Textarea } from '#platform/web/ui/fields/field.tsx';
import { FileInput } from '#platform/web/ui/fields/file-input.tsx';
import styles from './logo.module.css';

/**
 * An SVG used as an image can't run scripts, so an unsanitised one is safe to preview. Images don't inherit the text
 * colour, so a fill is added where the SVG has none.
 */
const asPicture = (svg: string, text: string) => {
  const [head = ''] = /<svg[^>]*>/i.exec(svg) ?? [];
  const named = /\sxmlns=/.test(head) ? '' : ' xmlns="http://www.w3.org/2000/svg"';
  const filled = /\sfill=/.test(head) ? '' : ` fill="${text}"`;
  const drawn = svg.replace(/<svg/i, `<svg${named}${filled}`).replaceAll('currentColor', text);
  return `data:image/svg+xml,${encodeURIComponent(drawn)}`;
};

/** Bytes. The server refuses any larger drawing, so it isn't even read. */
const largest = 400_000;

const drawingHint =
  'An SVG drawing; without one, the lantern is shown. Parts with no colour of their own take the colour of the text.';

const hint =
  'A PNG or JPEG picture, or an SVG drawing; without one the lantern is shown. A PNG with a transparent background, or a drawing, suits light and dark pages. A picture is kept under Media too.';

/** Sends a picture to the society's media. Returns the logo that shows it, or why there is none. */
async function uploadPicture(file: File): Promise<{ logo: string } | { problem: string }> {
  const problem = validateMediaFile(file);
  if (problem) return { problem };
  const form = new FormData();
  form.set('alt', 'The society’s logo');
  form.set('fileElem', file);
  const answer = await sendFile(uploadMedia, form, () => {});
  const [item] = answer.code === 200 ? answer.items : [];
  return item ? { logo: toPictureLogo(item) } : { problem: answer.msg };
}

/**
 * The society's logo: chosen as a file, and previewed on light and dark before it is saved. It is saved as a text,
 * which people without a script paste.
 */
export function Logo({
  logo,
  error,
  onChange,
}: {
  logo: string;
  error: string | undefined;
  onChange: (svg: string) => void;
}) {
  const [unread, setUnread] = useState('');
  const [sending, setSending] = useState(false);
  /** Moves with each removal, after which the browser's control names no file any more. */
  const [removals, setRemovals] = useState(0);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (!file) return;
    setUnread('');
    if (/^image\/(?!svg)/.test(file.type)) {
      setSending(true);
      const result = await uploadPicture(file);
      setSending(false);
      if ('logo' in result) onChange(result.logo);
      else setUnread(`${result.problem} The logo stays as it is.`);
      return;
    }
    const svg = file.size > largest ? '' : await file.text();
    const isDrawing = /<svg[\s>]/i.test(svg);
    if (isDrawing) onChange(svg);
    else
      setUnread(
        `“${file.name}” is neither a picture nor an SVG drawing that a page can hold. The logo stays as it is.`,
      );
  }

  function remove() {
    setUnread('');
    setRemovals(removals + 1);
    onChange('');
  }

  return (
    <>
      <div className={styles.chosen}>
        <Field label="Logo" hint={hint} error={unread || error}>
          {(control) => (
            <FileInput
              key={removals}
              {...control}
              accept=".svg,image/svg+xml,image/png,image/jpeg,image/webp"
              disabled={sending}
              onChange={(event) => void choose(event)}
            />
          )}
        </Field>
        {sending && <p role="status">Uploading the logo…</p>}
        {logo !== '' && (
          <div className={styles.row}>
            <img
              className={styles.light}
              src={findLogoPicture(logo) || asPicture(logo, '#211a16')}
              alt="The logo on a light background"
            />
            <img
              className={styles.dark}
              src={findLogoPicture(logo) || asPicture(logo, '#f4efe6')}
              alt="The logo on a dark background"
            />
            <Button look="line" small onClick={remove}>
              Remove logo
            </Button>
          </div>
        )}
      </div>
      <div className={styles.text}>
        <Field label="Logo, as SVG" hint={drawingHint}>
          {(control) => (
            <Textarea
              {...control}
              className={styles.source}
              name="logo"
              rows={3}
              spellCheck={false}
              value={logo}
              onChange={({ target }) => onChange(target.value)}
            />
          )}
        </Field>
      </div>
    </>
  );
}
