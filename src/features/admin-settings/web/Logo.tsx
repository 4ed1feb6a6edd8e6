import { type ChangeEvent, useState } from 'react';
import { Button } from '#platform/web/ui/Button.tsx';
import { Field, Textarea } from '#platform/web/ui/Field.tsx';
import { FileInput } from '#platform/web/ui/FileInput.tsx';
import styles from './Logo.module.css';

/**
 * As a picture a drawing can't run anything, so even an unchecked one may be shown. A picture doesn't inherit the
 * text's colour, so it is given one where the drawing names none.
 */
const asPicture = (svg: string, text: string) => {
  const [head = ''] = /<svg[^>]*>/i.exec(svg) ?? [];
  const named = /\sxmlns=/.test(head) ? '' : ' xmlns="http://www.w3.org/2000/svg"';
  const filled = /\sfill=/.test(head) ? '' : ` fill="${text}"`;
  const drawn = svg.replace(/<svg/i, `<svg${named}${filled}`).replaceAll('currentColor', text);
  return `data:image/svg+xml,${encodeURIComponent(drawn)}`;
};

/** The society's logo: chosen as a file or pasted, and previewed on light and dark before it is saved. */
export function Logo({ logo, error }: { logo: string; error: string | undefined }) {
  const [svg, setSvg] = useState(logo);

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0];
    if (file) setSvg(await file.text());
  }

  return (
    <div className="stack">
      <Field
        label="Logo"
        hint="An SVG drawing; empty shows the lantern. It takes the colour of the words beside it where it names none."
        error={error}
      >
        {(control) => (
          <Textarea
            {...control}
            className={styles.source}
            name="logo"
            rows={3}
            spellCheck={false}
            value={svg}
            onChange={(event) => setSvg(event.target.value)}
          />
        )}
      </Field>
      <div className={styles.row}>
        <FileInput aria-label="Choose a logo’s file" accept=".svg,image/svg+xml" onChange={choose} />
        {svg !== '' && (
          <>
            <img className={styles.light} src={asPicture(svg, '#211a16')} alt="The logo on light" />
            <img className={styles.dark} src={asPicture(svg, '#f4efe6')} alt="The logo on dark" />
            <Button look="line" small onClick={() => setSvg('')}>
              Remove logo
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
