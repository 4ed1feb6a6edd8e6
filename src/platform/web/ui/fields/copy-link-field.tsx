import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../actions/button.tsx';
import { Icon } from '../icons/icon.tsx';
import { InputField } from './field.tsx';

/**
 * A link to pass on, with a button that copies it. `look` is `line` where other buttons matter more. `children` are
 * other buttons for the link.
 */
export function CopyLinkField({
  label,
  hint,
  url,
  look,
  children,
}: {
  label: string;
  hint?: string;
  url: string;
  look?: 'line';
  children?: ReactNode;
}) {
  const field = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);

  async function copy() {
    field.current?.select();
    // Only pages served over https or from this machine may write to the clipboard
    const done = await navigator.clipboard?.writeText(url).then(
      () => true,
      () => false,
    );
    setCopied(done ?? false);
  }

  return (
    <>
      <InputField
        label={label}
        hint={hint}
        ref={field}
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
      />
      <div className="row">
        <Button look={look} onClick={copy}>
          <Icon of={copied ? 'check' : 'copy'} /> Copy
        </Button>
        {children}
        <span role="status">
          {copied === true && 'Copied.'}
          {copied === false && 'The link is selected. Copy it with your keyboard, or press and hold it.'}
        </span>
      </div>
    </>
  );
}
