const companionWords = /companion|carer|personal assistant/i;

/** Returns true if the name and price of a ticket type suggest that it is for people who assist somebody. */
export const isCompanionType = ({ name, price }: { name: string; price: number }): boolean =>
  price === 0 && companionWords.test(name);
