export { rememberPlaces, type ServiceFacts, selectService as rememberedService } from './store.ts'
