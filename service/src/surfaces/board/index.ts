export { BOARD_POLICY, boardSurface } from './board.tsx'
