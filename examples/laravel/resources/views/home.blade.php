@extends('page')
@section('title', 'Home')
@section('widget')
  <script src="{{ config('services.feedback.api_origin') }}/widget.js" nonce="{{ $nonce }}" defer></script>
  <script src="/feedback.js" data-project-key="{{ config('services.feedback.project_key') }}" nonce="{{ $nonce }}" defer></script>
@endsection
@section('content')
<h1>Acme</h1>
@auth
<p>You are signed in as <b>{{ auth()->user()->first_name }}</b>.</p>
<form method="post" action="/logout">@csrf<button>Sign out</button></form>
@else
<p>You are a guest here. <a href="{{ route('login') }}">Sign in</a></p>
@endauth
<p><a href="{{ config('services.feedback.board_origin') }}">What should we build next?</a></p>
@endsection
