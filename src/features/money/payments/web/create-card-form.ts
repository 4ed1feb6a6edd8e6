import type { CardFormFactory } from './card-form/provider-card-form.ts';
import { createSquareCardForm } from './square/square-card-form.ts';

/** The card forms in the browser, by the names of their providers. */
const cardForms: Readonly<Record<string, CardFormFactory>> = { Square: createSquareCardForm };

export const createCardForm: CardFormFactory = async (form) => {
  const create = cardForms[form.provider];
  if (!create) throw new Error(`There is no card form for ${form.provider}`);
  return create(form);
};
