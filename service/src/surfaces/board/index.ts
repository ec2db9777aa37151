export { BOARD_POLICY, boardSurface } from './board.ts'
