declare module 'wawoff2' {
  /** Converts the bytes of a WOFF2 file to those of the TrueType font inside it. */
  export function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}
