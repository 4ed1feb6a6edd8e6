import { type ReactNode, useState } from 'react';
import { dayInWords } from '#platform/shared/dates.ts';
import { Said } from '#platform/web/alerts/index.ts';
import { CallForm } from '#platform/web/calls/CallForm.tsx';
import { useCall } from '#platform/web/calls/useCall.ts';
import { Button } from '#platform/web/ui/Button.tsx';
import { Checkbox } from '#platform/web/ui/Checkbox.tsx';
import { ConfirmDialog } from '#platform/web/ui/ConfirmDialog.tsx';
import { FieldError } from '#platform/web/ui/Field.tsx';
import { FieldPair } from '#platform/web/ui/FieldPair.tsx';
import { InputField } from '#platform/web/ui/InputField.tsx';
import { declareGiftAid, type GiftAid, withdrawGiftAid } from '../contract.ts';
import { agreement, beforehand, higherRate, toNotify } from '../wording.ts';
import styles from './GiftAid.module.css';

/** A member's own declaration: made, made anew with another name or address, and withdrawn. */
export function GiftAidDeclaration({
  of: giftAid,
  name,
}: {
  of: GiftAid;
  /** The member's, to begin with. */
  name: { firstname: string; lastname: string };
}) {
  const { open, declaration } = giftAid;
  const [changing, setChanging] = useState(false);
  return (
    <div className={`${styles.declaration} stack`}>
      {declaration && (
        <InForce of={declaration} answers={!changing}>
          {open && (
            <Button look="line" aria-expanded={changing} onClick={() => setChanging(!changing)}>
              {changing ? 'Leave it as it is' : 'Change name or address'}
            </Button>
          )}
        </InForce>
      )}
      {open && (!declaration || changing) && (
        <DeclarationForm of={giftAid} name={name} onDone={() => setChanging(false)} />
      )}
    </div>
  );
}

function InForce({
  of,
  answers,
  children,
}: {
  of: NonNullable<GiftAid['declaration']>;
  /** Whether an answer is shown here: else the form below shows it. */
  answers: boolean;
  children: ReactNode;
}) {
  const [isAsking, setIsAsking] = useState(false);
  const { busy, at, make } = useCall(declareGiftAid.path);
  const { title, firstname, lastname, house, address, postcode, declared_on } = of;
  return (
    <>
      <p>
        <strong>You have declared.</strong> Since {dayInWords(declared_on)} Gift Aid can be claimed on what you pay, and
        on what you paid in the four years before.
      </p>
      <address className={styles.address}>
        {[title, firstname, lastname].filter(Boolean).join(' ')}
        <br />
        {house}, {address}
        <br />
        {postcode || 'Outside the UK'}
      </address>
      <p className="meta">
        If you move or change your name, change it here. If you no longer pay enough tax, withdraw it.
      </p>
      <div className="row">
        {children}
        <Button look="line" pending={busy !== ''} aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
          {busy ? 'Withdrawing…' : 'Withdraw…'}
        </Button>
        {answers && <Said at={at} />}
      </div>
      {isAsking && (
        <ConfirmDialog
          question="Withdraw your declaration?"
          keep="Keep it"
          go="Withdraw declaration"
          onGo={() => void make(withdrawGiftAid)}
          onClose={() => setIsAsking(false)}
        >
          <p>
            Nothing is claimed on what you pay from today on. What you paid before stays covered. You can declare again
            at any time.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function DeclarationForm({
  of: { society, wording, plans, declaration },
  name,
  onDone,
}: {
  of: GiftAid;
  name: { firstname: string; lastname: string };
  onDone: () => void;
}) {
  const [abroad, setAbroad] = useState(declaration?.postcode === '');
  const line = { maxLength: 60, required: true };
  const filled = declaration ?? { title: '', ...name, house: '', address: '', postcode: '' };
  return (
    <CallForm
      call={declareGiftAid}
      what="the declaration"
      submit={declaration ? 'Declare anew' : 'Make the declaration'}
      pending="Declaring…"
      onAnswer={({ code }) => {
        if (code === 200) onDone();
      }}
    >
      {(errors) => (
        <>
          <input type="hidden" name="wording" value={wording} />
          <p>{beforehand}</p>
          {plans.length > 0 && (
            <p>
              What counts as a donation to {society}: your own subscription as {inWords(plans)}.
            </p>
          )}
          <div className={styles.title}>
            <InputField
              label="Title"
              hint="If you use one, such as Mrs or Dr."
              name="title"
              autoComplete="honorific-prefix"
              maxLength={20}
              defaultValue={filled.title}
              error={errors.title}
            />
          </div>
          <FieldPair>
            <InputField
              label="First name"
              hint="In full."
              name="firstname"
              autoComplete="given-name"
              defaultValue={filled.firstname}
              error={errors.firstname}
              {...line}
            />
            <InputField
              label="Last name"
              hint="As on your tax papers."
              name="lastname"
              autoComplete="family-name"
              defaultValue={filled.lastname}
              error={errors.lastname}
              {...line}
            />
          </FieldPair>
          <FieldPair>
            <InputField
              label="House name or number"
              hint="Of your home, not where you work."
              name="house"
              autoComplete="off"
              defaultValue={filled.house}
              error={errors.house}
              {...line}
              maxLength={40}
            />
            <InputField
              label="Street and town"
              hint="With a comma between them."
              name="address"
              autoComplete="street-address"
              defaultValue={filled.address}
              error={errors.address}
              {...line}
              maxLength={200}
            />
          </FieldPair>
          {!abroad && (
            <div className={styles.title}>
              <InputField
                label="Postcode"
                name="postcode"
                autoComplete="postal-code"
                maxLength={12}
                defaultValue={filled.postcode}
                error={errors.postcode}
              />
            </div>
          )}
          <Checkbox name="abroad" value="1" checked={abroad} onChange={({ target }) => setAbroad(target.checked)}>
            My home is outside the UK
          </Checkbox>
          <div>
            <Checkbox
              name="agreed"
              value="1"
              aria-invalid={errors.agreed ? true : undefined}
              aria-describedby={errors.agreed ? 'gift-aid-agreed' : undefined}
            >
              {agreement(society)}
            </Checkbox>
            {errors.agreed && <FieldError id="gift-aid-agreed">{errors.agreed}</FieldError>}
          </div>
          <div className="meta stack">
            <div>
              <p>Please notify us if you:</p>
              <ul className={styles.notify}>
                {toNotify.map((what) => (
                  <li key={what}>{what}</li>
                ))}
              </ul>
            </div>
            <p>{higherRate}</p>
            <p>
              The society has to keep your declaration, name and address included, for as long as HMRC may look into
              what was claimed by it: for seven years after it ends, and if you have your account erased too.
            </p>
          </div>
        </>
      )}
    </CallForm>
  );
}

const inWords = (names: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names);
