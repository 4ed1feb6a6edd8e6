const companionWords = /companion|carer|personal assistant/i;

/** Returns true if a ticket type, by its name and price, is for people who come to assist somebody. */
export const isCompanionType = ({ name, price }: { name: string; price: number }): boolean =>
  price === 0 && companionWords.test(name);
