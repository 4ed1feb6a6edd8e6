import { type ComponentProps, type ReactNode, useState } from 'react';
import type { CallResponse } from '#platform/shared/calls/call-response.ts';
import { formatLocalDate } from '#platform/shared/dates/dates.ts';
import { CallStatus } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/call-form.tsx';
import { useCall } from '#platform/web/calls/use-call.ts';
import { Button } from '#platform/web/ui/actions/button.tsx';
import { Checkbox } from '#platform/web/ui/fields/checkbox.tsx';
import { FieldError, InputField } from '#platform/web/ui/fields/field.tsx';
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx';
import { ConfirmDialog } from '#platform/web/ui/overlays/confirm-dialog.tsx';
import { declareGiftAid, type MemberGiftAid, withdrawGiftAidDeclaration } from '../contract.ts';
import { changesToReport, declarationIntro, formatAgreement, higherRateNote } from '../wording.ts';
import styles from './gift-aid.module.css';

/** A form that was posted without JavaScript, and the response to it. */
interface PostedForm {
  typed: Readonly<Record<string, string>>;
  answer?: CallResponse | undefined;
}

/** The Gift Aid section of the account settings: a member makes, replaces or withdraws their declaration. */
export function GiftAidSection({
  of: giftAid,
  name,
  posted,
}: {
  of: MemberGiftAid;
  /** The member's name, to fill in the form. */
  name: { firstname: string; lastname: string };
  posted?: PostedForm;
}) {
  const { open, declaration } = giftAid;
  const [isChanging, setIsChanging] = useState(posted?.typed.wording !== undefined);
  return (
    <div className="stack long-answers">
      {declaration && (
        <CurrentDeclaration of={declaration} open={open} showsResponse={!isChanging}>
          {open && (
            <Button look="line" aria-expanded={isChanging} onClick={() => setIsChanging(!isChanging)}>
              {isChanging ? 'Keep as it is' : 'Change name or address'}
            </Button>
          )}
        </CurrentDeclaration>
      )}
      {open && (!declaration || isChanging) && (
        <DeclarationForm of={giftAid} name={name} posted={posted} onDone={() => setIsChanging(false)} />
      )}
    </div>
  );
}

function CurrentDeclaration({
  of,
  open,
  showsResponse,
  children,
}: {
  of: NonNullable<MemberGiftAid['declaration']>;
  /** True if the society takes declarations, so that this one can be replaced. */
  open: boolean;
  /** True if the response is shown here, false if the form below shows it. */
  showsResponse: boolean;
  children: ReactNode;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const { busy, slot, send } = useCall(declareGiftAid.path);
  const { title, firstname, lastname, house, address, postcode, declared_on } = of;
  return (
    <>
      <p>
        <strong>You’ve made a declaration.</strong> Gift Aid can be claimed on what you pay from{' '}
        {formatLocalDate(declared_on)}, and on what you paid in the four years before that.
      </p>
      <address className={styles.address}>
        {[title, firstname, lastname].filter(Boolean).join(' ')}
        <br />
        {house}, {address}
        <br />
        {postcode || 'Outside the UK'}
      </address>
      <p className="meta">
        {open && 'If you move house or change your name, update it here. '}
        If you no longer pay enough tax, withdraw your declaration.
      </p>
      <div className="row">
        {children}
        <Button look="line" pending={busy !== ''} aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
          {busy ? 'Withdrawing…' : 'Withdraw…'}
        </Button>
        {showsResponse && <CallStatus slot={slot} />}
      </div>
      <noscript>
        <form method="post" action={withdrawGiftAidDeclaration.path}>
          <Button type="submit" look="line">
            Withdraw declaration
          </Button>
        </form>
      </noscript>
      {isAsking && (
        <ConfirmDialog
          question="Withdraw your declaration?"
          cancelLabel="Keep it"
          confirmLabel="Withdraw declaration"
          onConfirm={() => void send(withdrawGiftAidDeclaration)}
          onClose={() => setIsAsking(false)}
        >
          <p>
            Nothing will be claimed on what you pay from today. What you’ve already paid stays covered.
            {open && ' You can make a new declaration at any time.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function DeclarationForm({
  of: { society, wording, plans, declaration },
  name,
  posted,
  onDone,
}: {
  of: MemberGiftAid;
  name: { firstname: string; lastname: string };
  posted: PostedForm | undefined;
  onDone: () => void;
}) {
  const typed = posted?.typed;
  const [abroad, setAbroad] = useState(typed ? typed.abroad === '1' : declaration?.postcode === '');
  const filled = { title: '', ...name, house: '', address: '', postcode: '', ...declaration, ...typed };
  return (
    <CallForm
      call={declareGiftAid}
      action={`${declareGiftAid.path}#gift-aid`}
      what="the declaration"
      submitLabel={declaration ? 'Make a new declaration' : 'Make the declaration'}
      pendingLabel="Making the declaration…"
      answered={posted?.answer}
      onAnswer={({ code }) => {
        if (code === 200) onDone();
      }}
    >
      {(errors) => (
        <>
          <input type="hidden" name="wording" value={wording} />
          <p>{declarationIntro}</p>
          <p>
            What counts as a donation to {society}:{' '}
            {plans.length > 0 && `your own subscription as ${formatNames(plans)}, and `}what you donate to the society.
          </p>
          <NameAndHome of={filled} errors={errors} abroad={abroad} />
          <Checkbox name="abroad" value="1" checked={abroad} onChange={({ target }) => setAbroad(target.checked)}>
            My home is outside the UK
          </Checkbox>
          <div>
            <Checkbox
              name="agreed"
              value="1"
              defaultChecked={typed?.agreed === '1'}
              aria-invalid={errors.agreed ? true : undefined}
              aria-describedby={errors.agreed ? 'gift-aid-agreed' : undefined}
            >
              {formatAgreement(society)}
            </Checkbox>
            {errors.agreed && <FieldError id="gift-aid-agreed">{errors.agreed}</FieldError>}
          </div>
          <div className="meta stack">
            <div>
              <p>Please notify us if you:</p>
              <ul className={styles.notify}>
                {changesToReport.map((what) => (
                  <li key={what}>{what}</li>
                ))}
              </ul>
            </div>
            <p>{higherRateNote}</p>
            <p>
              The society has to store your declaration, including your name and address, for as long as HMRC may check
              what was claimed on it: seven years after it ends, even if you have your account erased.
            </p>
          </div>
        </>
      )}
    </CallForm>
  );
}

/** The fields for the donor's name and home, as HMRC requires them. */
function NameAndHome({
  of,
  errors,
  abroad,
}: {
  of: Record<'title' | 'firstname' | 'lastname' | 'house' | 'address' | 'postcode', string>;
  errors: Partial<Record<string, string>>;
  abroad: boolean;
}) {
  const field = (name: keyof typeof of, label: string, props: Omit<ComponentProps<typeof InputField>, 'label'>) => (
    <InputField label={label} name={name} defaultValue={of[name]} error={errors[name]} {...props} />
  );
  const common = { maxLength: 60, required: true };
  return (
    <>
      <div className={styles.title}>
        {field('title', 'Title', {
          autoComplete: 'honorific-prefix',
          hint: 'If you use one, such as Mrs or Dr.',
          maxLength: 20,
        })}
      </div>
      <FieldPair>
        {field('firstname', 'First name', { ...common, autoComplete: 'given-name', hint: 'In full.' })}
        {field('lastname', 'Last name', {
          ...common,
          autoComplete: 'family-name',
          hint: 'As it appears on your tax documents.',
        })}
      </FieldPair>
      <FieldPair>
        {field('house', 'House name or number', {
          ...common,
          autoComplete: 'off',
          hint: 'Your home, not where you work.',
          maxLength: 40,
        })}
        {field('address', 'Street and town', {
          ...common,
          autoComplete: 'street-address',
          hint: 'Separated by a comma.',
          maxLength: 200,
        })}
      </FieldPair>
      {!abroad && (
        <div className={styles.title}>
          {field('postcode', 'Postcode', { autoComplete: 'postal-code', maxLength: 12 })}
        </div>
      )}
    </>
  );
}

const formatNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);
