<?php

declare(strict_types=1);

namespace FeedbackBoard;

/** Signs for both places where users sign in. Wrong options are refused at once, so that a backend which starts can also sign. */
final class Signer
{
    private readonly PrivateKey $key;
    private readonly string $apiOrigin;
    private readonly string $boardOrigin;

    public function __construct(
        private readonly string $projectId,
        private readonly string $keyId,
        #[\SensitiveParameter] string $privateKey,
        string $apiOrigin,
        string $boardOrigin,
        private readonly int $lifetimeSeconds = SignInToken::RECOMMENDED_LIFETIME_SECONDS,
    ) {
        Check::projectId($projectId);
        Check::keyId($keyId);
        Check::lifetime($lifetimeSeconds);
        $this->key = PrivateKey::read($privateKey);
        $this->apiOrigin = Check::origin($apiOrigin, 'apiOrigin');
        $this->boardOrigin = Check::origin($boardOrigin, 'boardOrigin');
    }

    /** @return array<string, mixed> without the key */
    public function __debugInfo(): array
    {
        return ['projectId' => $this->projectId, 'keyId' => $this->keyId];
    }

    /** A token for your app, which exchanges it for a session. */
    public function forApp(User $user): string
    {
        return $this->sign($this->apiOrigin, $user, null);
    }

    /** A token for a visitor whom the board sent with $state. boardCallback() is this and the address in one. */
    public function forBoard(User $user, string $state): string
    {
        return $this->sign($this->boardOrigin, $user, Check::state($state));
    }

    /** The address to redirect a visitor to whom the board sent with $state; it holds a token made for them. */
    public function boardCallback(User $user, string $state): string
    {
        return SignInToken::boardCallbackUrl($this->boardOrigin, $this->forBoard($user, $state), $state);
    }

    private function sign(string $audience, User $user, ?string $nonce): string
    {
        return SignInToken::sign($this->projectId, $this->key, $this->keyId, $audience, $user, $nonce, $this->lifetimeSeconds);
    }
}
