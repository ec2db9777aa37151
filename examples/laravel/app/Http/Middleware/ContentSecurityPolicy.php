<?php

namespace App\Http\Middleware;

use Closure;
use Illuminate\Http\Request;
use Illuminate\Support\Facades\View;

class ContentSecurityPolicy
{
    public function handle(Request $request, Closure $next)
    {
        $nonce = base64_encode(random_bytes(16));
        View::share('nonce', $nonce); // with Vite: Vite::useCspNonce($nonce)
        $api = config('services.feedback.api_origin');
        $board = config('services.feedback.board_origin');
        $response = $next($request);
        $response->headers->set('Content-Security-Policy', implode('; ', [
            "default-src 'self'",
            // The nonce allows the two script tags, and strict-dynamic what widget.js loads.
            "script-src 'nonce-$nonce' 'strict-dynamic'",
            "connect-src 'self' $api",
            "img-src 'self' $board",
            // The login form ends on the board when the visitor came from there.
            "form-action 'self' $board",
            "frame-ancestors 'none'",
            "base-uri 'none'",
        ]));
        return $response;
    }
}
