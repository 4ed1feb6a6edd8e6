import { withParams } from '#platform/shared/calls/calls.ts';
import { formatCannotEmail } from '#platform/shared/text/tell-yourself.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useSite } from '#platform/web/navigation/index.ts';
import { InputField } from '#platform/web/ui/fields/input-field.tsx';
import { cancelSubscriptionForMember } from '../contract.ts';

/** A form that cancels a renewal on a member's behalf, with a reason and the choice to email them. */
export const CancelForMemberForm = ({ id, onDone }: { id: string; onDone?: () => void }) => {
  const { sends_mail } = useSite();
  return (
    <CallForm
      call={withParams(cancelSubscriptionForMember, { sub_id: id })}
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
          <p>
            It won’t renew, and no card will be charged for it again. The time already paid for stays valid, and nothing
            is refunded.
          </p>
          <InputField
            label="Reason"
            hint="It’s kept in the audit log. It isn’t in the email, but the member can find it with “Download my data”."
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
              {!sends_mail && (
                <p className="meta">{`${formatCannotEmail()} The email is only stored in the mail log.`}</p>
              )}
            </div>
            <div>
              <label>
                <input type="radio" name="tell" value="no" /> Send no email: they have died, or already know
              </label>
            </div>
          </fieldset>
        </>
      )}
    </CallForm>
  );
};
