<?php

declare(strict_types=1);

namespace FeedbackBoard;

final class KeyPair
{
    /**
     * @param string $privateKeyPem PKCS#8. Keep it where only your backend reads it; the service never asks for it
     * @param array<string, string> $publicJwk for the service: everything in it may be public. Its "kid" is the keyId of the tokens
     */
    private function __construct(#[\SensitiveParameter] public readonly string $privateKeyPem, public readonly array $publicJwk)
    {
    }

    /** @return array<string, mixed> without the private key */
    public function __debugInfo(): array
    {
        return ['publicJwk' => $this->publicJwk];
    }

    /** A new signing key. Register its public half with the service, and keep the private one to yourself. */
    public static function generate(): self
    {
        $key = openssl_pkey_new(['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1']);
        if ($key === false || !openssl_pkey_export($key, $pem)) {
            throw new \RuntimeException('OpenSSL made no key.');
        }
        ['ec' => ['x' => $x, 'y' => $y]] = openssl_pkey_get_details($key);
        [$x, $y] = array_map(fn ($part) => SignInToken::base64url(str_pad($part, 32, "\0", STR_PAD_LEFT)), [$x, $y]);
        // RFC 7638: the required members alone, in alphabetical order.
        $kid = SignInToken::base64url(hash('sha256', Json::write(['crv' => 'P-256', 'kty' => 'EC', 'x' => $x, 'y' => $y]), true));
        return new self($pem, ['kty' => 'EC', 'crv' => 'P-256', 'x' => $x, 'y' => $y, 'kid' => $kid, 'alg' => 'ES256', 'use' => 'sig']);
    }
}
