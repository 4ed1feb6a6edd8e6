import { InputField } from '#platform/web/ui/InputField.tsx';

/** Asks why money is refunded or tickets are cancelled. */
export const ReasonField = ({ isMailed, error }: { isMailed: boolean; error: string | undefined }) => (
  <InputField
    label="Reason"
    hint={
      isMailed
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
