/** @type {import('next').NextConfig} */
export default {
  turbopack: { root: import.meta.dirname }, // the lock file of a folder above is not this app's
}
