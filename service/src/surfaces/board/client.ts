// This script only makes forms faster: without it, each form is sent and answered with a page.
import './marks/client.ts'
import './shared/drafts-client.ts'
import './shared/layout-client.ts' // after those two, which may handle a form themselves
import './post/client.ts'
import './notifications/client.ts'
import './post/share-client.ts'
import './shared/names-client.ts'
import './ideas/client.ts'
import './new-idea/client.ts'
import './editor/client.ts'
import './roadmap/client.ts'
import './live/client.ts'
import './offline/client.ts'
