import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { SaveBar } from './SaveBar.tsx';

/** The save bar of a `CallForm`: its `foot`. */
export function FormSaveBar({
  isTyped,
  ...bar
}: Omit<ComponentProps<typeof SaveBar>, 'changed' | 'onSave'> & { isTyped: () => boolean }) {
  const here = useRef<HTMLDivElement>(null);
  const [changed, setChanged] = useState(false);
  const look = useRef(() => {});
  useEffect(() => {
    look.current = () => setChanged(isTyped());
    // What was chosen in a dialog, too
    look.current();
  });
  useEffect(() => {
    const form = here.current?.closest('form');
    const typed = () => look.current();
    form?.addEventListener('input', typed);
    form?.addEventListener('change', typed);
    return () => {
      form?.removeEventListener('input', typed);
      form?.removeEventListener('change', typed);
    };
  }, []);
  return (
    <>
      <div ref={here} hidden />
      <noscript>
        <Button type="submit">{bar.save}</Button>
      </noscript>
      <SaveBar {...bar} changed={changed || bar.busy} />
    </>
  );
}
