import type { Text } from '../../domain/texts/index.ts'

/** The limits of a text, as attributes of a form field. */
export function limitsOf({ minLength, maxLength }: Text) {
  return { ...(minLength !== undefined && { minlength: minLength }), maxlength: maxLength }
}
