import './style.css'

export const metadata = { title: 'Acme' }
export const dynamic = 'force-dynamic' // a page with a nonce is made for one request

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  )
}
