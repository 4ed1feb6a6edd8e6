import { useSite } from '#platform/web/navigation/index.ts';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';

/** Asks for the reason for a refund or cancellation. */
export const ReasonField = ({ isMailed, error }: { isMailed: boolean; error: string | undefined }) => {
  const { sends_mail } = useSite();
  return (
    <InputField
      label="Reason"
      hint={
        isMailed && sends_mail
          ? 'This goes in their email. It appears in the order’s history and in exports too.'
          : 'It appears in the order’s history and in exports.'
      }
      name="reason"
      maxLength={150}
      autoComplete="off"
      error={error}
      required
    />
  );
};
