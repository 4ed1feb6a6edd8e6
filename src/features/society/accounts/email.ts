/** Normalises an address for comparison: mail hosts ignore case, and people type capitals by accident. */
export const normaliseEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();
