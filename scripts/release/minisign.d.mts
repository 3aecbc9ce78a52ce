export function readSecretKey(text: string): {
  publicKey: string
  sign: (content: Buffer, trustedComment: string) => string
}
