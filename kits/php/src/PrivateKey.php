<?php

declare(strict_types=1);

namespace FeedbackBoard;

/** @internal */
final class PrivateKey
{
    private const PKCS8_PEM = '/-----BEGIN PRIVATE KEY-----([^-]+)-----END PRIVATE KEY-----/';
    /** DER of the object identifiers id-ecPublicKey and prime256v1, as they follow each other in a PKCS#8 key. */
    private const P256_OIDS = '06072a8648ce3d020106082a8648ce3d030107';
    private const MAKE_ONE = 'Make one with: openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out sign-in-key.pem';
    private const CONVERT = 'openssl pkcs8 -topk8 -nocrypt -in key.pem -out sign-in-key.pem';

    private function __construct(private readonly \OpenSSLAsymmetricKey $key)
    {
    }

    public static function read(#[\SensitiveParameter] string $pem): self
    {
        // An environment variable often holds each line break as two characters.
        if (preg_match(self::PKCS8_PEM, str_replace(['\r', '\n'], "\n", $pem), $found) !== 1) {
            throw self::refusal(self::whatItIs($pem));
        }
        $der = base64_decode($found[1], true);
        if ($der === false) {
            throw self::refusal('privateKey is damaged: between its BEGIN and END lines it is not base64.');
        }
        if (!str_contains(bin2hex($der), self::P256_OIDS)) {
            throw self::refusal('privateKey is not an ECDSA P-256 key. ' . self::MAKE_ONE);
        }
        $lines = chunk_split(base64_encode($der), 64, "\n");
        $key = openssl_pkey_get_private("-----BEGIN PRIVATE KEY-----\n$lines-----END PRIVATE KEY-----\n");
        if ($key === false) {
            while (openssl_error_string() !== false); // left for whoever asks next
            throw self::refusal('privateKey is damaged: it cannot be read as an ECDSA P-256 key. ' . self::MAKE_ONE);
        }
        return new self($key);
    }

    /** r‖s in 64 bytes, as JWS asks; OpenSSL signs in DER: 30 length 02 length r 02 length s. */
    public function sign(string $text): string
    {
        if (!openssl_sign($text, $der, $this->key, OPENSSL_ALGO_SHA256)) {
            throw self::refusal('privateKey cannot sign.');
        }
        $length = ord($der[3]);
        $parts = [substr($der, 4, $length), substr($der, 6 + $length)];
        return implode('', array_map(fn ($part) => str_pad(ltrim($part, "\0"), 32, "\0", STR_PAD_LEFT), $parts));
    }

    private static function whatItIs(#[\SensitiveParameter] string $text): string
    {
        return match (true) {
            str_contains($text, 'BEGIN EC PRIVATE KEY') =>
                'privateKey is in the SEC 1 format ("BEGIN EC PRIVATE KEY"); it must be PKCS#8. Convert it with: ' . self::CONVERT,
            str_contains($text, 'BEGIN ENCRYPTED PRIVATE KEY') => 'privateKey is encrypted. Decrypt it with: ' . self::CONVERT,
            str_contains($text, 'BEGIN RSA PRIVATE KEY') => 'privateKey is an RSA key; it must be ECDSA P-256. ' . self::MAKE_ONE,
            str_contains($text, 'BEGIN PUBLIC KEY') => 'privateKey is a public key; the private one signs.',
            default => 'privateKey must be the text of a PKCS#8 PEM ("-----BEGIN PRIVATE KEY-----" to "-----END PRIVATE KEY-----"), '
                . 'not the path of a file.',
        };
    }

    private static function refusal(string $message): SigningException
    {
        return new SigningException('private_key_invalid', $message);
    }
}
