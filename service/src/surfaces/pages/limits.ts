import type { Text } from '../../domain/texts/index.ts'

/** What a field of a form says about the text that it takes. */
export function limitsOf({ minLength, maxLength }: Text) {
  return { ...(minLength !== undefined && { minlength: minLength }), maxlength: maxLength }
}
