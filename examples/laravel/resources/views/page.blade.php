<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>@yield('title') · Acme</title>
  <link rel="stylesheet" href="/style.css">
  @yield('widget')
</head>
<body>
<main>
@yield('content')
</main>
</body>
</html>
