declare module 'wawoff2' {
  /** A WOFF2 file's bytes as those of the TrueType font inside it. */
  export function decompress(woff2: Uint8Array): Promise<Uint8Array>;
}
