declare module 'wawoff2' {
  /** Converts a WOFF2 file's bytes to those of the TrueType font inside it. */
  export function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}
