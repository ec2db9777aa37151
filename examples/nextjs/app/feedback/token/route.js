import { currentUser } from '../../../lib/session.js'
import { signer } from '../../../lib/signer.js'

// A script asks here, so a guest gets 401 and JSON, not a redirect to a page.
export async function GET() {
  const headers = { 'Cache-Control': 'no-store' }
  const user = await currentUser()
  if (!user) return Response.json({ error: 'not_signed_in' }, { status: 401, headers })
  return Response.json({ token: await signer().forApp(user) }, { headers })
}
