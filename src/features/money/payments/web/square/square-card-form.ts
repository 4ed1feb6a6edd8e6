import { formatPounds } from '#platform/shared/money.ts';
import type { CardPurpose, CreateCardForm } from '../card-form/provider-card-form.ts';
import { loadSquarePayments, type Verification } from './square-script.ts';
import { tokeniseCard } from './tokenise-card.ts';

/** Creates Square's card form. */
export const createSquareCardForm: CreateCardForm = async (form) => {
  const payments = await loadSquarePayments(form);
  const card = await payments.card();
  return {
    attach: (place) => card.attach(place),
    tokenise: (purpose) => tokeniseCard({ payments, card }, toVerification(purpose)),
    destroy: () => card.destroy(),
  };
};

const toVerification = ({ payer, pence, isStored }: CardPurpose): Verification => ({
  ...(pence === undefined
    ? { intent: 'STORE' }
    : { intent: isStored ? 'CHARGE_AND_STORE' : 'CHARGE', amount: formatPounds(pence), currencyCode: 'GBP' }),
  billingContact: { countryCode: 'GB', ...payer },
  customerInitiated: true,
  sellerKeyedIn: false,
});
