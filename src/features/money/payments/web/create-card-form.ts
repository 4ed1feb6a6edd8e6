import type { CreateCardForm } from './card-form/provider-card-form.ts';
import { createSquareCardForm } from './square/square-card-form.ts';

/** The card forms in the browser, by the names of their providers. */
const cardForms: Readonly<Record<string, CreateCardForm>> = { Square: createSquareCardForm };

export const createCardForm: CreateCardForm = async (form) => {
  const create = cardForms[form.provider];
  if (!create) throw new Error(`There is no card form for ${form.provider}`);
  return create(form);
};
