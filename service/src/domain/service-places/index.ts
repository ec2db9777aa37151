export { rememberPlaces, selectPlaces as rememberedPlaces } from './store.ts'
