import { type ChangeEvent, useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Field, Textarea } from '#platform/web/ui/Field.tsx';
import { FileInput } from '#platform/web/ui/FileInput.tsx';
import styles from './Logo.module.css';

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

/** Bytes. The server refuses anything larger, so don't even read a photograph chosen by mistake. */
const largest = 400_000;

const hint =
  'An SVG drawing; without one the lantern is shown. It takes the colour of the words beside it where it names none.';

/**
 * The society's logo: chosen as a file, and previewed on light and dark before it is saved. It is saved as a text, which
 * whoever has no script pastes.
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
  /** Moves with each removal, after which the browser's control names no file any more. */
  const [removals, setRemovals] = useState(0);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (!file) return;
    const svg = file.size > largest ? '' : await file.text();
    const isDrawing = /<svg[\s>]/i.test(svg);
    setUnread(isDrawing ? '' : `“${file.name}” isn’t an SVG drawing that a page can hold. The logo stays as it is.`);
    if (isDrawing) onChange(svg);
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
              accept=".svg,image/svg+xml"
              onChange={(event) => void choose(event)}
            />
          )}
        </Field>
        {logo !== '' && (
          <div className={styles.row}>
            <img className={styles.light} src={asPicture(logo, '#211a16')} alt="The logo on light" />
            <img className={styles.dark} src={asPicture(logo, '#f4efe6')} alt="The logo on dark" />
            <Button look="line" small onClick={remove}>
              Remove logo
            </Button>
          </div>
        )}
      </div>
      <div className={styles.text}>
        <Field label="Logo, as SVG" hint={hint}>
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
