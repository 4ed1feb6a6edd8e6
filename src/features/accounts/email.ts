/** Normalises an address for comparison: mail hosts ignore case, and people type capitals by accident. */
export const emailKey = (email: string): string => email.trim().normalize('NFC').toLowerCase();
