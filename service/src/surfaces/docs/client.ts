import { addCopyButtons } from './copy-client.ts'
import { openSearchDialog } from './search-client.ts'
import { makeTabs } from './tabs-client.ts'

makeTabs()
addCopyButtons()
openSearchDialog()

// On a long side bar the open page may be below its edge. `nearest` moves nothing that is in sight.
document.querySelector('.side [aria-current]')?.scrollIntoView({ block: 'nearest' })
