import { addCopyButtons } from './copy-client.ts'
import { goOnToOperation } from './moved-client.ts'
import { openSearchDialog } from './search-client.ts'
import { makeTabs } from './tabs-client.ts'

makeTabs()
addCopyButtons()
openSearchDialog()
goOnToOperation()

// On a long side bar the open page may be below its edge. It comes to the middle, with its neighbours in sight.
const bar = document.querySelector('.side')
const open = bar?.querySelector('[aria-current]')
if (bar && open && open.getBoundingClientRect().bottom > innerHeight)
  bar.scrollTop = open.getBoundingClientRect().top - innerHeight / 2
