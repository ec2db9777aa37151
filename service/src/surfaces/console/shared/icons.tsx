/** Lines of 1.5 units on a grid of 20. */
const PATHS = {
  today: 'M3 11h4l1 2.5h4L13 11h4M3 11l2.5-7h9L17 11v5.5H3z',
  posts: 'M4 4.5h12M4 10h12M4 15.5h8',
  users: 'M10 10a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 17c.5-3 2.8-4.5 6-4.5s5.5 1.5 6 4.5',
  roadmap: 'M3.5 4h3.5v12H3.5zM8.3 4h3.5v8H8.3zM13 4h3.5v10h-3.5z',
  changelog: 'M4 8.5v3h2.5l6 3.5V5l-6 3.5zM15.5 7.5c1.3 1.5 1.3 3.5 0 5M7 11.5l1 4.5',
  numbers: 'M4 16.5v-5M8 16.5v-9M12 16.5v-6M16 16.5v-13',
  insights: 'M4 5v10M16 5v10M4 10h12M8 7.5h4v5H8z',
  decide: 'M4 3.5v13h13M7.5 12.5h.1M9.5 8h.1M13 10.5h.1M14.5 5.5h.1',
  setup: 'M4 10.5l4 4 8-9',
  signing_keys: 'M7 12.5a3.5 3.5 0 1 1 3.3-4.7L17 8v3h-2v2h-3v-2.5h-1.7A3.5 3.5 0 0 1 7 12.5z',
  secret_keys: 'M5 9h10v7.5H5zM7 9V6.5a3 3 0 0 1 6 0V9',
  sign_ins: 'M8 4h8v12H8M3 10h8M8.5 7.2L11.3 10l-2.8 2.8',
  categories: 'M3.5 4h5.5v5.5H3.5zM11 4h5.5v5.5H11zM3.5 11.5h5.5V17H3.5zM11 11.5h5.5V17H11z',
  fields: 'M3.5 4h13v4.5h-13zM3.5 11.5h13V16h-13zM6 6.2h3M6 13.7h5',
  segments: 'M8 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8z',
  labels: 'M3.5 3.5h6l7 7-6 6-7-7zM6.7 6.7h.1',
  settings: 'M3 6h7M14 6h3M3 14h3M10 14h7M12 4v4M8 12v4',
  webhooks: 'M6.5 11.5a3 3 0 1 0 1 4.5h5M11.8 8.6a3 3 0 1 0-4.3-1.1L10 12M13.5 11.7a3 3 0 1 1-1 4.3L10 12',
  mail: 'M3 5h14v10.5H3zM3 5.5l7 5.5 7-5.5',
  people:
    'M7.5 9.5a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4zM2.5 16c.4-2.6 2.3-4 5-4s4.6 1.4 5 4M12.8 4.4a2.7 2.7 0 0 1 0 4.9M14.3 12.3c1.8.5 2.9 1.8 3.2 3.7',
  audit: 'M10 6v4.3l2.7 1.7M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14z',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4',
} as const

export type IconName = keyof typeof PATHS

/** Only decoration: the word beside it says the same. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}
