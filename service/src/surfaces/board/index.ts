export { BOARD_POLICY, boardSurface } from './board.tsx'
export { csrfRejected } from './forgery.ts'
export { stateMismatch } from './sign-in.ts'
