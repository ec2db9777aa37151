<?php

declare(strict_types=1);

// PHP 8.1 or newer with the openssl extension, nothing else.

/**
 * Signs a token that works once.
 *
 * @param array<string, mixed> $claims the optional ones: nonce, email, email_verified, given_name, family_name, locale,
 *                                     and traits (as an object where it may be empty: json_encode([]) is a list);
 *                                     one that is null or '' is left out
 */
function createSignInToken(
    string $projectId,
    string $keyId,
    OpenSSLAsymmetricKey $privateKey,
    string $audience,
    string $userId,
    array $claims = [],
): string {
    $header = ['alg' => 'ES256', 'kid' => $keyId, 'typ' => 'svc-sso+jwt'];
    $issuedAt = time();
    $payload = [
        ...array_filter($claims, fn (mixed $value): bool => $value !== null && $value !== ''),
        'iss' => $projectId,
        'aud' => rtrim($audience, '/'), // an origin has no slash at its end
        'sub' => $userId,
        'iat' => $issuedAt,
        'exp' => $issuedAt + 300, // at most 600
        'jti' => base64url(random_bytes(16)), // 128 random bits; uniqid() has none
    ];
    $signed = base64url(json_encode($header, JSON_THROW_ON_ERROR))
        . '.' . base64url(json_encode($payload, JSON_THROW_ON_ERROR));
    if (!openssl_sign($signed, $der, $privateKey, OPENSSL_ALGO_SHA256)) {
        throw new RuntimeException('The private key cannot sign: ' . openssl_error_string());
    }
    return $signed . '.' . base64url(rawSignature($der));
}

function base64url(string $bytes): string
{
    return rtrim(strtr(base64_encode($bytes), '+/', '-_'), '=');
}

/**
 * OpenSSL answers SEQUENCE { INTEGER r, INTEGER s } in DER; JWS asks for r‖s, 32 bytes each.
 *
 * A DER integer is as short as it can be: with a zero byte in front where its first bit is set (33 bytes), and without
 * its leading zero bytes otherwise (31 or fewer, about once in 128 signatures). Cutting at fixed places fails at random.
 */
function rawSignature(string $der): string
{
    $raw = '';
    $at = 2; // past the sequence's tag and its length, which is one byte: a P-256 signature has at most 70
    for ($part = 0; $part < 2; $part++) {
        $length = ord($der[$at + 1]);
        $integer = ltrim(substr($der, $at + 2, $length), "\0");
        if ($der[$at] !== "\x02" || strlen($integer) > 32) {
            throw new UnexpectedValueException('This is not a P-256 signature: the private key is on another curve.');
        }
        $raw .= str_pad($integer, 32, "\0", STR_PAD_LEFT);
        $at += 2 + $length;
    }
    return $raw;
}

// From here on: the command line around it.
function required(string $name): string
{
    $value = (string) getenv($name);
    if ($value === '') {
        fwrite(STDERR, "$name is not set.\n");
        exit(1);
    }
    return $value;
}

if (realpath($_SERVER['SCRIPT_FILENAME']) === __FILE__) {
    $privateKey = openssl_pkey_get_private((string) file_get_contents(required('PRIVATE_KEY_FILE')));
    if ($privateKey === false) {
        fwrite(STDERR, "PRIVATE_KEY_FILE does not hold a private key.\n");
        exit(1);
    }
    echo createSignInToken(
        projectId: required('PROJECT_ID'),
        keyId: required('KEY_ID'),
        privateKey: $privateKey,
        audience: required('AUDIENCE'),
        userId: required('USER_ID'),
        claims: ['email' => (string) getenv('USER_EMAIL'), 'nonce' => (string) getenv('NONCE')],
    ), "\n";
}
