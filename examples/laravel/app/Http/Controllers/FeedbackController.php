<?php

namespace App\Http\Controllers;

use FeedbackBoard\Signer;
use FeedbackBoard\SigningException;
use FeedbackBoard\User;
use Illuminate\Http\Request;

/** The two addresses that the board and the widget need. */
class FeedbackController
{
    public function __construct(private Signer $signer)
    {
    }

    /** A script asks here, so a guest gets 401 and JSON, not a redirect to a page. */
    public function token(Request $request)
    {
        $answer = $request->user()
            ? response()->json(['token' => $this->signer->forApp($this->vouched($request->user()))])
            : response()->json(['error' => 'not_signed_in'], 401);
        return $answer->header('Cache-Control', 'no-store');
    }

    /** The project's sign-in URL: the board sends a visitor here with a state, and they go back with a token. */
    public function signIn(Request $request)
    {
        $state = $request->query('state');
        if (!is_string($state) || $state === '') {
            return redirect()->away(config('services.feedback.board_origin'));
        }
        if (!$request->user()) {
            return redirect()->guest(route('login')); // and back here, with the state
        }
        try {
            $callback = $this->signer->boardCallback($this->vouched($request->user()), $state);
        } catch (SigningException) { // a state that no token can hold did not come from the board
            return response('This link does not work. Begin again on the board.', 400);
        }
        return redirect()->away($callback)->header('Cache-Control', 'no-store');
    }

    /** The signed-in user, as the board gets to know them. Never somebody whom the request names. */
    private function vouched($user): User
    {
        return new User(
            id: (string) $user->getAuthIdentifier(),
            email: $user->email,
            // Only true if this person confirmed the address. With MustVerifyEmail: $user->hasVerifiedEmail()
            emailVerified: $user->email_verified,
            givenName: $user->first_name,
        );
    }
}
