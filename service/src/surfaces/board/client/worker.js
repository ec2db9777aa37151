// @ts-check
/* Keeps one page for the time without a connection, and nothing else: every other page is always asked for. */
const CACHE = 'offline-1'
const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self))

scope.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.add('/offline')))
})
scope.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  event.respondWith(fetch(event.request).catch(async () => (await caches.match('/offline')) ?? Response.error()))
})
