const REFUSED_TOKENS = {
  title: 'When a token is refused',
  path: '/docs/guides/sign-in-tokens#when-a-token-is-refused',
  document: 'docs/guides/sign-in-tokens/README.md#when-a-token-is-refused',
}
const REFUSED_WITH = /^(?:token_\w+|signing_key_unknown|signing_key_revoked|state_mismatch|callback_incomplete)$/

/** The part of a guide that tells the usual causes of an error, as a page and as a file of the repository. */
export function causesOf(code: string): typeof REFUSED_TOKENS | undefined {
  return REFUSED_WITH.test(code) ? REFUSED_TOKENS : undefined
}
