import { type ComponentProps, type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { parseCode } from '../codes.ts';

/**
 * A field for a six-digit code from an app. Its form is submitted as soon as a complete code has been typed, pasted or
 * filled in, as the hint says. A refused code is selected, so that typing replaces it. The same code isn't submitted
 * twice in a row. If the field accepts recovery codes, these are submitted with the button.
 */
export function OneTimeCodeField({
  error,
  ref,
  inputMode = 'numeric',
  maxLength = 20,
  ...rest
}: { error: string | undefined; ref?: RefObject<HTMLInputElement | null> } & Pick<
  ComponentProps<'input'>,
  'className' | 'inputMode' | 'maxLength' | 'required' | 'autoCapitalize'
>) {
  const own = useRef<HTMLInputElement>(null);
  const field = ref ?? own;
  const lastSubmitted = useRef('');

  // Runs after each render, because a second refusal can have the same text as the first
  useEffect(() => {
    const { current } = field;
    if (error && current && parseCode(current.value)?.code === lastSubmitted.current) current.select();
  });

  function submitCompleteCode({ currentTarget: { value, form } }: FormEvent<HTMLInputElement>) {
    const typed = parseCode(value);
    if (typed?.kind !== 'otp' || typed.code === lastSubmitted.current) return;
    lastSubmitted.current = typed.code;
    form?.requestSubmit();
  }

  return (
    <InputField
      label="Code"
      hint="We check it as soon as you’ve entered all six digits."
      error={error}
      name="otp_code"
      autoComplete="one-time-code"
      spellCheck={false}
      inputMode={inputMode}
      maxLength={maxLength}
      {...rest}
      ref={field}
      onInput={submitCompleteCode}
    />
  );
}
