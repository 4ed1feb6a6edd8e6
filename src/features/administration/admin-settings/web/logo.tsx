import { type ChangeEvent, useState } from 'react';
import { uploadMedia } from '#features/publishing/media/contract.ts';
import { validateMediaFileSize } from '#features/publishing/media/limits.ts';
import { findLogoPicturePath, maxLogoLength, toPictureLogo } from '#features/society/settings/picture-logo.ts';
import { sendFilesWithProgress } from '#platform/web/calls/send-file.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Field, Textarea } from '#platform/web/ui/fields/field.tsx';
import { FileInput } from '#platform/web/ui/fields/file-input.tsx';
import styles from './logo.module.css';

/**
 * Builds the data URL that previews an SVG. The SVG isn't sanitised yet, but scripts don't run inside an image. An
 * image doesn't inherit the text colour either, so `currentColor` and a missing fill are replaced by it.
 */
const toPreviewUrl = (svg: string, text: string) => {
  const [head = ''] = /<svg[^>]*>/i.exec(svg) ?? [];
  const namespace = /\sxmlns=/.test(head) ? '' : ' xmlns="http://www.w3.org/2000/svg"';
  const fill = /\sfill=/.test(head) ? '' : ` fill="${text}"`;
  const source = svg.replace(/<svg/i, `<svg${namespace}${fill}`).replaceAll('currentColor', text);
  return `data:image/svg+xml,${encodeURIComponent(source)}`;
};

const drawingHint =
  'An SVG drawing; without one, a lantern is shown. Parts with no colour of their own take the colour of the text.';

const hint =
  'A PNG, JPEG or WebP picture, or an SVG drawing; without one, a lantern is shown. A PNG with a transparent background, or a drawing, suits light and dark pages. A picture is kept under Media too.';

/** Uploads a picture to the media. Returns the logo that shows it, or the reason why the upload failed. */
async function uploadPicture(file: File): Promise<{ logo: string } | { problem: string }> {
  const problem = validateMediaFileSize(file);
  if (problem) return { problem };
  const form = new FormData();
  form.set('alt', 'The society’s logo');
  form.set('fileElem', file);
  const answer = await sendFilesWithProgress(uploadMedia, form, () => {});
  const [item] = answer.code === 200 ? answer.items : [];
  return item ? { logo: toPictureLogo(item) } : { problem: answer.msg };
}

/**
 * Chooses the society's logo from a file, with a preview on light and dark. The logo is saved as SVG text, which can be
 * pasted without JavaScript.
 */
export function LogoField({
  logo,
  error,
  onChange,
}: {
  logo: string;
  error: string | undefined;
  onChange: (svg: string) => void;
}) {
  const [fileError, setFileError] = useState('');
  const [isUploading, setIsUploading] = useState(false);
  /** Counts removals. The count is the key of the file input, which would otherwise still name the removed file. */
  const [removalCount, setRemovalCount] = useState(0);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (!file) return;
    setFileError('');
    if (/^image\/(?!svg)/.test(file.type)) {
      setIsUploading(true);
      const result = await uploadPicture(file);
      setIsUploading(false);
      if ('logo' in result) onChange(result.logo);
      else setFileError(`${result.problem} The logo stays as it is.`);
      return;
    }
    // A character takes at most four bytes, so a file larger than this isn't read
    const svg = file.size > 4 * maxLogoLength ? undefined : await file.text();
    const isTooLarge = svg === undefined || svg.length > maxLogoLength;
    if (!isTooLarge && /<svg[\s>]/i.test(svg)) onChange(svg);
    else
      setFileError(
        isTooLarge && /\.svg$/i.test(file.name)
          ? `“${file.name}” is too large. Use a simpler drawing, up to 100 kB of SVG, or a PNG. The logo stays as it is.`
          : `“${file.name}” is neither a picture nor an SVG drawing. The logo stays as it is.`,
      );
  }

  function remove() {
    setFileError('');
    setRemovalCount(removalCount + 1);
    onChange('');
  }

  return (
    <>
      <div className={styles.chosen}>
        <Field label="Logo" hint={hint} error={fileError || error}>
          {(control) => (
            <FileInput
              key={removalCount}
              {...control}
              accept=".svg,image/svg+xml,image/png,image/jpeg,image/webp"
              disabled={isUploading}
              onChange={(event) => void choose(event)}
            />
          )}
        </Field>
        {isUploading && <p role="status">Uploading the logo…</p>}
        {logo !== '' && (
          <div className={styles.row}>
            <img
              className={styles.light}
              src={findLogoPicturePath(logo) || toPreviewUrl(logo, '#211a16')}
              alt="The logo on a light background"
            />
            <img
              className={styles.dark}
              src={findLogoPicturePath(logo) || toPreviewUrl(logo, '#f4efe6')}
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
