import { withParams } from '#platform/shared/calls/calls.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { cancelForMember } from '../contract.ts';

/** Cancels a renewal for a member: asks for the reason, and if they get an email about it. */
export const CancelForMember = ({ id, onDone }: { id: string; onDone?: () => void }) => (
  <CallForm
    call={withParams(cancelForMember, { sub_id: id })}
    submitLabel="Cancel renewal"
    pendingLabel="Cancelling…"
    look="danger"
    what="the reason"
    onAnswer={({ code }) => {
      if (code === 200) onDone?.();
    }}
  >
    {(errors) => (
      <>
        <p>It won’t renew, and no card is charged for it again. What is paid stays, and nothing is refunded.</p>
        <InputField
          label="Reason"
          hint="It is kept in the audit log. The member doesn’t see it."
          error={errors.reason}
          name="reason"
          maxLength={300}
          required
          autoComplete="off"
        />
        <fieldset>
          <legend className="label">Email</legend>
          <div>
            <label>
              <input type="radio" name="tell" value="yes" defaultChecked /> Tell the member by email
            </label>
          </div>
          <div>
            <label>
              <input type="radio" name="tell" value="no" /> Send no email: they have died, or know already
            </label>
          </div>
        </fieldset>
      </>
    )}
  </CallForm>
);
