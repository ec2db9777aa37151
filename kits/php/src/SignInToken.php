<?php

declare(strict_types=1);

namespace FeedbackBoard;

final class SignInToken
{
    public const RECOMMENDED_LIFETIME_SECONDS = 300;
    private const LARGEST_BYTES = 8192;

    /** Signs a token that works once. Signer is the shorter way, which also cannot mix up the two audiences. */
    public static function sign(
        string $projectId,
        #[\SensitiveParameter] string|PrivateKey $privateKey,
        string $keyId,
        string $audience,
        User $user,
        ?string $nonce = null,
        int $lifetimeSeconds = self::RECOMMENDED_LIFETIME_SECONDS,
        ?\DateTimeInterface $now = null,
    ): string {
        $issuedAt = Check::seconds($now);
        $claims = [
            'iss' => Check::projectId($projectId),
            'aud' => Check::origin($audience, 'audience'),
            'iat' => $issuedAt,
            'exp' => $issuedAt + Check::lifetime($lifetimeSeconds),
            'jti' => self::base64url(random_bytes(16)),
            'nonce' => $nonce === null ? null : Check::state($nonce),
            ...$user->claims(),
        ];
        $header = ['alg' => 'ES256', 'kid' => Check::keyId($keyId), 'typ' => 'svc-sso+jwt'];
        $signed = self::encoded($header) . '.' . self::encoded(array_filter($claims, fn ($claim) => $claim !== null));
        $key = is_string($privateKey) ? PrivateKey::read($privateKey) : $privateKey;
        $token = $signed . '.' . self::base64url($key->sign($signed));
        $size = strlen($token);
        if ($size > self::LARGEST_BYTES) {
            $most = self::LARGEST_BYTES;
            $message = "The token has $size bytes; at most $most are accepted. Shorten what the user's fields hold.";
            throw new SigningException('token_too_large', $message);
        }
        return $token;
    }

    /** The address for a visitor whom the board sent. The fragment keeps the token out of logs and the Referer header. */
    public static function boardCallbackUrl(string $boardOrigin, string $token, string $state): string
    {
        $origin = Check::origin($boardOrigin, 'boardOrigin');
        return "$origin/sso/callback#token=" . rawurlencode($token) . '&state=' . rawurlencode(Check::state($state));
    }

    /**
     * Without padding, as JWS asks.
     * @internal
     */
    public static function base64url(string $bytes): string
    {
        return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
    }

    /** @param array<string, mixed> $part */
    private static function encoded(array $part): string
    {
        try {
            $json = Json::write($part);
        } catch (\JsonException) {
            $json = null;
        }
        // A backslash before it makes it a text of six characters.
        if ($json === null || preg_match('/(?<!\\\\)(?:\\\\\\\\)*\\\\u0000/', $json) === 1) {
            throw new SigningException('text_invalid', 'A text of the user or the state holds a NUL character or is not UTF-8.');
        }
        return self::base64url($json);
    }
}
