/* Keeps one page with its style for times without a connection; every other page is always requested. */
const CACHE = 'offline-2'

/** The parts of a worker's scope that are used here; this project has only the types of pages. */
interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface FetchEvent extends LastingEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  addEventListener(type: 'install' | 'activate', listener: (event: LastingEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
}
const scope = self as unknown as WorkerScope // this file only runs in a worker

scope.addEventListener('install', (event) => event.waitUntil(keep()))
scope.addEventListener('activate', (event) => event.waitUntil(begin()))

async function keep() {
  const cache = await caches.open(CACHE)
  const page = await fetch('/offline')
  if (!page.ok) throw new Error('The offline page is missing.')
  const text = await page.clone().text()
  const parts = [...text.matchAll(/(?:href|src)="(\/(?:assets\/|accent\.css)[^"]*)"/g)].map(([, path = '']) => path)
  await cache.addAll(parts)
  await cache.put('/offline', page)
}

async function begin() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
  await scope.registration.navigationPreload?.enable()
}

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(open(event))
  else if (pathname === '/accent.css' || pathname.startsWith('/assets/')) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(request)) ?? Response.error()))
  }
})

async function open(event: FetchEvent): Promise<Response> {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match('/offline')) ?? Response.error()
  }
}
