const companionWords = /companion|carer|personal assistant/i;

/** Returns true if a ticket type is, by its name and price, for people who assist somebody. */
export const isCompanionType = ({ name, price }: { name: string; price: number }): boolean =>
  price === 0 && companionWords.test(name);
