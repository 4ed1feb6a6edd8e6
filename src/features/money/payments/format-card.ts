const capitalise = (word: string) => word.charAt(0) + word.slice(1).toLowerCase();

/** Formats a card from its brand and last digits at Square: "Visa ending in 1111". "" if there is none. */
export function formatCard({ card_brand, last_4 }: { card_brand: string; last_4: string }): string {
  if (last_4 === '') return '';
  const isNamed = card_brand !== '' && card_brand !== 'OTHER_BRAND';
  return `${isNamed ? card_brand.split('_').map(capitalise).join(' ') : 'Card'} ending in ${last_4}`;
}
