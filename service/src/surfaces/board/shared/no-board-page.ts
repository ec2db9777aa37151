/** Whether a browser asks for a page. */
export function isForPerson(accept: string | undefined): boolean {
  return accept?.includes('text/html') ?? false
}

/** For visitors who mistyped the address of a board. It names no host, loads nothing and has no style, so its policy allows nothing. */
export const NO_BOARD_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>There is no board at this address.</title>
</head>
<body>
<h1>There is no board at this address.</h1>
<p>Check the address, or ask whoever gave it to you.</p>
</body>
</html>
`
