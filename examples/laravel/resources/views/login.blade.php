@extends('page')
@section('title', 'Sign in')
{{-- No widget here: it would open above the form with what a guest had begun to write. --}}
@section('content')
<h1>Sign in</h1>
@if ($errors->any())
<p role="alert">{{ $errors->first() }}</p>
@else
<p>Try <b>ada</b> with the password <b>demo</b>.</p>
@endif
<form method="post" action="{{ route('login') }}">
  @csrf
  <label>Name <input name="username" autocomplete="username" required></label>
  <label>Password <input name="password" type="password" autocomplete="current-password" required></label>
  <button>Sign in</button>
</form>
@endsection
