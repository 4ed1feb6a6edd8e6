import { type ComponentProps, useRef } from 'react';
import { Button } from '../ui/actions/button.tsx';

/** A button that lets the user choose files. */
export function ChooseFilesButton({
  accept,
  several = false,
  onFiles,
  ...button
}: {
  accept: string;
  several?: boolean;
  onFiles: (files: readonly File[]) => void;
} & Omit<ComponentProps<typeof Button>, 'onClick'>) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={chooser}
        className="vh"
        type="file"
        multiple={several}
        accept={accept}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // Without this, choosing the same file again would fire no change event
          currentTarget.value = '';
        }}
      />
      <Button look="line" {...button} onClick={() => chooser.current?.click()} />
    </>
  );
}
